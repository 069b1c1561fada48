package logic

type knownBits struct{ zero, one uint64 }

func (b *Builder) knownOf(t Term) knownBits { return knownBits{} }
