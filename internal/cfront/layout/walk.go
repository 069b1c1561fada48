package layout

import (
	"reflect"
	"sync"

	"modernc.org/cc/v4"
)

// The library has no visitor. This one goes through the exported fields of nodes by reflection, with the
// list of interesting fields computed once per node type: a tree of a driver (some 300,000 nodes) takes tens
// of milliseconds. It keeps its own stack, because the library's lists are linked nodes and a table of a
// million initializers would otherwise recurse a million deep. Rejected: a typed switch over the 120 node
// types, which is faster and breaks in silence when the library adds a field.

// Walk calls f for a node and everything below it, parents before children and lists in their order. Among
// different children of one node the order is that of the library's fields, not that of the source. When f
// returns false, what is below the node is left out.
func Walk(root cc.Node, f func(cc.Node) bool) {
	if isNil(root) {
		return
	}
	stack := []cc.Node{root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !f(n) {
			continue
		}
		v := reflect.ValueOf(n).Elem()
		order := childFields(v.Type())
		for i := len(order) - 1; i >= 0; i-- {
			c := v.Field(order[i])
			if c.IsNil() {
				continue
			}
			if child, ok := c.Interface().(cc.Node); ok && !isNil(child) {
				stack = append(stack, child)
			}
		}
	}
}

func isNil(n cc.Node) bool {
	if n == nil {
		return true
	}
	v := reflect.ValueOf(n)
	return v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct
}

var (
	children sync.Map // reflect.Type -> []int
	nodeType = reflect.TypeFor[cc.Node]()
)

func childFields(t reflect.Type) []int {
	if p, ok := children.Load(t); ok {
		return p.([]int)
	}
	var order, lists []int
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() || f.Anonymous || !f.Type.Implements(nodeType) {
			continue
		}
		switch f.Type.Kind() {
		case reflect.Interface:
		case reflect.Pointer:
			if f.Type.Elem() == t {
				lists = append(lists, i) // the rest of a list comes after its head
				continue
			}
		default:
			continue // tokens
		}
		order = append(order, i)
	}
	order = append(order, lists...)
	children.Store(t, order)
	return order
}
