package graph

import "slices"

// Reach lists the nodes that roots lead to, and the roots, breadth first.
func Reach[N comparable](next func(N) []N, roots ...N) []N {
	seen := map[N]bool{}
	var list []N
	add := func(nodes []N) {
		for _, n := range nodes {
			if !seen[n] {
				seen[n] = true
				list = append(list, n)
			}
		}
	}
	add(roots)
	for i := 0; i < len(list); i++ {
		add(next(list[i]))
	}
	return list
}

// Order lists the nodes that a root leads to, each before what it leads to unless there is a cycle: reversed depth-first postorder. The search takes
// the last successor first, so that the first one comes right behind its node.
func Order[N comparable](next func(N) []N, root N) []N {
	type frame struct {
		n    N
		todo []N
	}
	seen := map[N]bool{root: true}
	stack := []frame{{root, next(root)}}
	var post []N
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		last := len(top.todo) - 1
		if last < 0 {
			post = append(post, top.n)
			stack = stack[:len(stack)-1]
			continue
		}
		n := top.todo[last]
		top.todo = top.todo[:last]
		if !seen[n] {
			seen[n] = true
			stack = append(stack, frame{n, next(n)})
		}
	}
	slices.Reverse(post)
	return post
}

// Components lists the strongly connected sets among the nodes that roots lead to, each behind those that it leads to; the first node of a set is the one
// that a depth-first search from the roots meets first. Tarjan's algorithm.
func Components[N comparable](next func(N) []N, roots ...N) [][]N {
	type frame struct {
		n    N
		todo []N
	}
	index, low, on := map[N]int{}, map[N]int{}, map[N]bool{}
	var stack []N
	var work []frame
	var out [][]N
	enter := func(n N) {
		index[n], low[n], on[n] = len(index), len(index), true
		stack = append(stack, n)
		work = append(work, frame{n, next(n)})
	}
	for _, root := range roots {
		if _, seen := index[root]; !seen {
			enter(root)
		}
		for len(work) > 0 {
			top := &work[len(work)-1]
			n := top.n
			if len(top.todo) > 0 {
				t := top.todo[0]
				top.todo = top.todo[1:]
				if _, seen := index[t]; !seen {
					enter(t)
				} else if on[t] {
					low[n] = min(low[n], index[t])
				}
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				up := work[len(work)-1].n
				low[up] = min(low[up], low[n])
			}
			if low[n] == index[n] {
				at := len(stack) - 1
				for ; stack[at] != n; at-- {
					on[stack[at]] = false
				}
				on[n] = false
				out = append(out, slices.Clone(stack[at:]))
				stack = stack[:at]
			}
		}
	}
	return out
}
