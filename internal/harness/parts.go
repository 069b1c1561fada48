package harness

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
)

// The parts of which a harness for a Linux driver is made: C, with directives. kernel/registering.c says how they are written.

//go:embed kernel/registering.c
var registering string

//go:embed kernel/objects.c
var objects string

type writer struct {
	Driver
	all      []*part
	settings []Setting
	behind   map[string][]string // by the name of a helper: the functions of the kernel that start calls with it
	lacks    func(string) bool
	declares func(string) bool
	inside   map[string]bool // members that are not called with the others of their struct
	protos   strings.Builder // of functions that start calls
	threads  strings.Builder
	text     strings.Builder
	started  map[string]bool
	part     string // the part at hand
	function string // the function at hand
}

type part struct {
	names []string
	form  string // of the type of the function, if the part is for one of several
	lines []string
}

func readParts(text string) (out []*part) {
	for _, line := range strings.Split(text, "\n") {
		if rest, ok := strings.CutPrefix(line, "@part "); ok {
			p := &part{names: strings.Fields(rest)}
			p.names[0], p.form, _ = strings.Cut(p.names[0], ":")
			out = append(out, p)
			continue
		}
		if len(out) > 0 {
			out[len(out)-1].lines = append(out[len(out)-1].lines, line)
		}
	}
	return out
}

// defines reports whether a part has a function of a name.
func (p *part) defines(name string) bool {
	return slices.ContainsFunc(p.lines, func(line string) bool {
		m := definition.FindStringSubmatch(line)
		return m != nil && m[1] == name
	})
}

var (
	directive  = regexp.MustCompile(`^\s*@(calls|given|once|callback|call|wait|leave)\((.*)\)$`)
	definition = regexp.MustCompile(`^\w[\w *]*?(\w+)\(.*\)$`)
	ends       = regexp.MustCompile(`_(gone|no_more_opens|remove|stops|unbound)$`)
	word       = regexp.MustCompile(`\bheddle_\w+`)
)

// calledWithin finds the members that parts call at a time of their own: in their own thread, or one by one.
func (d *writer) calledWithin() {
	d.inside = map[string]bool{}
	for _, p := range d.all {
		for _, line := range p.lines {
			switch m := directive.FindStringSubmatch(line); {
			case m == nil:
			case m[1] == "call" || m[1] == "callback":
				d.inside[arguments(m[2])[2]] = true
			case m[1] == "given" || m[1] == "once":
				d.inside[arguments(m[2])[1]] = true
			}
		}
	}
}

// ownDevice is the functions by which a driver makes its platform device itself: then it has one.
var ownDevice = []string{"platform_device_add", "platform_device_register", "platform_device_register_full", "__platform_create_bundle"}

// parts writes the parts that the driver needs: helpers first.
func (d *writer) parts() {
	d.started, d.behind = map[string]bool{}, map[string][]string{}
	helpers := map[string]*part{}
	for _, p := range d.all {
		if name, ok := strings.CutPrefix(p.names[0], "="); ok {
			helpers[name] = p
		}
	}
	one := slices.ContainsFunc(ownDevice, d.lacks)
	for _, p := range d.all {
		d.choose(p, one)
	}
	done := map[*part]bool{}
	var take func(p *part)
	take = func(p *part) {
		if done[p] {
			return
		}
		done[p] = true
		for _, line := range p.lines {
			for _, w := range word.FindAllString(line, -1) {
				for name, h := range helpers {
					if h != p && (w == name || h.defines(w)) {
						take(h)
						if !strings.HasPrefix(p.names[0], "=") && !ends.MatchString(w) {
							d.behind[name] = append(d.behind[name], p.names[0])
						}
					}
				}
			}
		}
		d.part = strings.TrimPrefix(p.names[0], "=")
		for _, line := range p.lines {
			if m := directive.FindStringSubmatch(line); m != nil {
				d.expand(m[1], arguments(m[2]))
				continue
			}
			if m := definition.FindStringSubmatch(line); m != nil {
				d.function = m[1]
			}
			d.text.WriteString(line + "\n")
		}
	}
	for _, p := range d.all {
		if !strings.HasPrefix(p.names[0], "=") && d.lacks(strings.TrimSuffix(p.names[0]+":"+p.form, ":")) {
			take(p)
		}
	}
}

// choose takes out the lines that are for a driver with one device of its own, or for one with any number, or for one with some struct, or that uses some function or variable.
func (d *writer) choose(p *part, one bool) {
	var lines []string
	var skips []bool // by the directives that are open
	turns := false   // the last of them is @one or @any
	for _, line := range p.lines {
		name, has := strings.CutPrefix(line, "@has ")
		key, unless := strings.CutPrefix(line, "@unless ")
		names, uses := strings.CutPrefix(line, "@uses ")
		switch {
		case line == "@one":
			skips, turns = append(skips, !one), true
		case line == "@any" && turns:
			skips[len(skips)-1] = one
		case line == "@any":
			skips, turns = append(skips, one), true
		case has:
			skips, turns = append(skips, !slices.ContainsFunc(d.Entries, func(e *EntryPoint) bool { return e.Struct == name || e.Role.What == name })), false
		case unless:
			skips, turns = append(skips, slices.ContainsFunc(d.Entries, func(e *EntryPoint) bool { return slices.Contains(e.keys, key) })), false
		case uses:
			skips, turns = append(skips, !slices.ContainsFunc(strings.Fields(names), d.declares)), false
		case line == "@end":
			skips = skips[:len(skips)-1]
			turns = len(skips) > 0 // only @one and @any have others within
		case !slices.Contains(skips, true):
			lines = append(lines, line)
		}
	}
	p.lines = lines
}

// arguments splits a list at its commas, but for those in parentheses.
func arguments(s string) (out []string) {
	depth, from := 0, 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[from:i]))
				from = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}
