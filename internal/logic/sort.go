package logic

import "fmt"

// SortKind says which of the three kinds of sort a Sort is.
type SortKind uint8

// The kinds of sorts. The zero value is no sort at all.
const (
	NoSort SortKind = iota
	BoolKind
	BVKind
	ArrayKind
)

// Sort is the type of a term; comparable with ==.
type Sort struct {
	Kind  SortKind
	Width int // of a bit-vector, or of the elements of an array; 0 for Bool
	Index int // width of the indices of an array; 0 otherwise
}

// MaxWidth is the largest width of a bit-vector.
const MaxWidth = 1<<31 - 1

// BoolSort is the sort of formulas.
var BoolSort = Sort{Kind: BoolKind}

// BVSort is the sort of bit-vectors of the given width, at least 1.
func BVSort(width int) Sort {
	if width < 1 || width > MaxWidth {
		panic(fmt.Sprintf("logic: bit-vector width %d", width))
	}
	return Sort{Kind: BVKind, Width: width}
}

// ArraySort is the sort of total maps from bit-vectors of width index to bit-vectors of width elem.
func ArraySort(index, elem int) Sort {
	if index < 1 || index > MaxWidth || elem < 1 || elem > MaxWidth {
		panic(fmt.Sprintf("logic: array of widths %d, %d", index, elem))
	}
	return Sort{Kind: ArrayKind, Width: elem, Index: index}
}

// IsBool reports whether s is the sort of formulas.
func (s Sort) IsBool() bool { return s.Kind == BoolKind }

// IsBV reports whether s is a sort of bit-vectors.
func (s Sort) IsBV() bool { return s.Kind == BVKind }

// IsArray reports whether s is a sort of arrays.
func (s Sort) IsArray() bool { return s.Kind == ArrayKind }

// Elem is the sort of the elements of an array sort.
func (s Sort) Elem() Sort { return BVSort(s.Width) }

// IndexSort is the sort of the indices of an array sort.
func (s Sort) IndexSort() Sort { return BVSort(s.Index) }

// String is the sort in SMT-LIB's notation.
func (s Sort) String() string {
	switch s.Kind {
	case BoolKind:
		return "Bool"
	case BVKind:
		return fmt.Sprintf("(_ BitVec %d)", s.Width)
	case ArrayKind:
		return fmt.Sprintf("(Array (_ BitVec %d) (_ BitVec %d))", s.Index, s.Width)
	}
	return "NoSort"
}
