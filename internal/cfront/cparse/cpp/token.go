package cpp

// Kind is the kind of a preprocessing token.
type Kind uint8

// The kinds of tokens. Newline is seen inside directives only.
const (
	EOF Kind = iota
	Ident
	Number
	String
	Char
	Punct
	Other // a character that is no token of C
	Newline
	placemarker // an empty argument beside ##
)

// Token is a preprocessing token.
type Token struct {
	Text string
	File int32 // index into Result.Files
	Line int32
	Col  int32
	Kind Kind
	flag uint8
	Pack uint8 // the #pragma pack limit in force, in bytes; 0 for none
}

const (
	flagSpace    = 1 << iota // white space before it
	flagExpanded             // comes from a macro's replacement list
	flagNoExpand             // a macro's own name inside its expansion
	flagUnended              // a string or character constant without its closing quote
)

// Space reports whether white space stood before the token.
func (t *Token) Space() bool { return t.flag&flagSpace != 0 }

// Expanded reports whether the token comes from a macro's replacement list; its place is then that of the
// macro's use.
func (t *Token) Expanded() bool { return t.flag&flagExpanded != 0 }

// Made returns the token as one that does not stand in the source itself.
func (t Token) Made() Token {
	t.flag |= flagExpanded
	return t
}

// Unended reports whether the token is a string or character constant without its closing quote.
func (t *Token) Unended() bool { return t.flag&flagUnended != 0 }

// Is reports whether the token is the given punctuation.
func (t *Token) Is(p string) bool { return t.Kind == Punct && t.Text == p }

// IsIdent reports whether the token is the given word.
func (t *Token) IsIdent(s string) bool { return t.Kind == Ident && t.Text == s }

// File is an opened source or header.
type File struct {
	Name   string // for people, and unique per file
	Text   string
	Dir    int  // where in the search list it was found, for #include_next; -1 for the main file
	System bool // a header of ours or of the machine
	Final  bool // what it says about macros, headers that follow do not change

	// Preprocessed text is read without the macros defined so far, apart from those that stand for
	// builtins (__builtin_*, __extension__, __FUNCTION__, __PRETTY_FUNCTION__).
	Preprocessed bool
}
