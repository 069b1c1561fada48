package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/harness"
)

// The network core holds the lock of a queue while a driver sends. That excludes two who send only where a device has one queue, and not where the driver asks to be left unlocked; the
// places where a driver makes its devices say which.

// oneQueue are the functions that make devices with one queue, next to those that are told how many: alloc_*_mqs.
var oneQueue = []string{"alloc_fcdev", "alloc_fddidev", "alloc_hippi_dev", "alloc_arcdev", "alloc_ltalkdev"}

// sending is how the devices of a file are sent on, as a variant of ndo_start_xmit.
func (f *File) sending(given []harness.Given) (variant string) {
	if f.unit == nil {
		return ""
	}
	if f.Uses("NETIF_F_LLTX_BIT") {
		return harness.Unlocked
	}
	if slices.ContainsFunc(given, func(g harness.Given) bool { return g.Struct == "rtnl_link_ops" }) {
		variant = harness.OnQueues // users make such devices, with as many queues as they like
	}
	for tu := f.unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if f.unit.SystemFile(tu.ExternalDeclaration.Position().Filename) {
			continue
		}
		layout.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			x, ok := n.(*cc.PostfixExpression)
			switch {
			case !ok:
			case (x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) && x.Token2.SrcStr() == "lltx":
				variant = harness.Unlocked
			case x.Case == cc.PostfixExpressionCall && variant == "" && f.severalQueues(x):
				variant = harness.OnQueues
			}
			return true
		})
	}
	return variant
}

// severalQueues reports a call that makes a network device, unless it surely has one queue.
func (f *File) severalQueues(call *cc.PostfixExpression) bool {
	p := nameIn(call.PostfixExpression)
	if p == nil || call.Type() == nil || paramOf(call.Type()).Type != "struct net_device *" {
		return false
	}
	name := strings.TrimPrefix(p.Token.SrcStr(), "devm_")
	if !strings.HasPrefix(name, "alloc_") || slices.Contains(oneQueue, name) || f.Has(name) {
		return false
	}
	var args []cc.ExpressionNode
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	if !strings.HasSuffix(name, "_mqs") || len(args) < 2 {
		return true
	}
	switch n := args[len(args)-2].Value().(type) {
	case cc.Int64Value:
		return n != 1
	case cc.UInt64Value:
		return n != 1
	}
	return true
}
