package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Findings that people live with: they are taken off the list and do not fail a run, but no verdict and no claim changes. docs/decisions/0171-living-with-findings.md says how that fits together.

// Suppression is why a finding is not on the list.
type Suppression struct {
	By     string // "comment", "file" or "baseline"
	Place  source.Pos
	Reason string
}

// Rule is something that takes findings off the list.
type Rule struct {
	Suppression
	what  string // what it speaks of, for people
	match func(r *Report, f *Finding, fingerprint string, src *Sources) bool
	used  bool
}

// Suppress applies rules. The first that matches a finding counts.
func (r *Report) Suppress(rules []*Rule) {
	src := NewSources(r.Root)
	prints := r.fingerprints(src)
	for i := range r.Findings {
		f := &r.Findings[i]
		for _, rule := range rules {
			if rule.match(r, f, prints[i], src) {
				rule.used = true
				if f.Suppressed == nil {
					s := rule.Suppression
					f.Suppressed = &s
				}
			}
		}
	}
}

// Unused remarks on the rules that matched nothing.
func Unused(rules []*Rule) (out []diag.Diagnostic) {
	for _, rule := range rules {
		if !rule.used {
			d := diag.Errorf(source.Range{Pos: rule.Place}, "nothing was found that %s speaks of", rule.what).WithDetail("if that is fixed, take it out")
			d.Severity = diag.Note
			out = append(out, d)
		}
	}
	return out
}

// Fails is the verdict that a run is judged by: that of what is not suppressed. A property of which everything that was found is suppressed does not fail.
func (r *Report) Fails() verdict.Verdict {
	worst := verdict.Proved
	if len(r.Claims) == 0 || r.Reason != "" {
		worst = verdict.Unknown
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Suppressed == nil {
			worst = verdict.Worse(worst, f.Verdict)
		}
	}
	for _, c := range verdict.Strongest(r.Claims) {
		if (c.Verdict == verdict.Bug || c.Verdict == verdict.Possible) && r.allSuppressed(c.Property) {
			continue
		}
		worst = verdict.Worse(worst, c.Verdict)
	}
	return worst
}

// allSuppressed reports whether there are findings about a property, and none that is on the list.
func (r *Report) allSuppressed(p verdict.Property) bool {
	there := false
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Kind.Property() == p {
			if f.Suppressed == nil {
				return false
			}
			there = true
		}
	}
	return there
}

// listed is the findings that are on the list, by their index.
func (r *Report) listed() (out []int) {
	for i := range r.Findings {
		if r.Findings[i].Suppressed == nil {
			out = append(out, i)
		}
	}
	return out
}

// known says, in a line each, what is not on the list and why.
func (r *Report) known() (out []string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Suppressed == nil {
			continue
		}
		why := map[string]string{"comment": "allowed by the comment", "file": "suppressed", "baseline": "in the baseline"}[f.Suppressed.By]
		if p := f.Suppressed.Place; p.IsValid() {
			why += fmt.Sprintf(" at %s", p)
		}
		if f.Suppressed.Reason != "" {
			why += ": " + f.Suppressed.Reason
		}
		out = append(out, fmt.Sprintf("%s %s at %s: %s", f.Verdict, f.Kind, f.Location.Pos, why))
	}
	return out
}

// AllowComments finds the comments /* heddle: allow(KIND) REASON */ in files. Such a comment speaks of findings of that kind (or of several, with commas) with a place on its line. Those that
// are no good are remarked upon.
func AllowComments(files []string) (rules []*Rule, remarks []diag.Diagnostic) {
	src := NewSources("")
	for _, name := range files {
		text := src.file(name).text
		if !strings.Contains(text, "allow(") {
			continue
		}
		line, start := 1, 0
		for i := 0; i < len(text); {
			n := tokenLen(text[i:])
			if body, ok := commentBody(text[i : i+n]); ok {
				at := source.At(name, line, i-start+1)
				rule, wrong := allowRule(at, body)
				if rule != nil {
					rules = append(rules, rule)
				}
				if wrong != nil {
					remarks = append(remarks, *wrong)
				}
			}
			if k := strings.LastIndexByte(text[i:i+n], '\n'); k >= 0 {
				line += strings.Count(text[i:i+n], "\n")
				start = i + k + 1
			}
			i += n
		}
	}
	return rules, remarks
}

func commentBody(token string) (string, bool) {
	if body, ok := strings.CutPrefix(token, "//"); ok {
		return body, true
	}
	if body, ok := strings.CutPrefix(token, "/*"); ok {
		return strings.TrimSuffix(body, "*/"), true
	}
	return "", false
}

// allowRule takes a comment apart. It is nil if the comment is about something else.
func allowRule(at source.Range, body string) (*Rule, *diag.Diagnostic) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(body), "heddle:")
	if !ok {
		return nil, nil
	}
	if rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "allow("); !ok {
		return nil, nil
	}
	warn := func(detail, format string, args ...any) (*Rule, *diag.Diagnostic) {
		d := diag.Errorf(at, format, args...).WithDetail("%s", detail)
		d.Severity = diag.Warning
		return nil, &d
	}
	names, reason, ok := strings.Cut(rest, ")")
	if !ok {
		return warn("write /* heddle: allow(KIND) reason */", "this comment allows nothing: it has no )")
	}
	var allowed []verdict.Kind
	for _, n := range strings.Split(names, ",") {
		k, err := kindNamed(strings.TrimSpace(n))
		if err != nil {
			return warn("write one of: "+strings.Join(kindNames(), ", "), "this comment allows nothing: %v", err)
		}
		allowed = append(allowed, k)
	}
	reason = strings.TrimLeft(strings.Join(strings.Fields(reason), " "), "-: ")
	if reason == "" {
		return warn("write why: /* heddle: allow("+names+") reason */", "what is allowed needs a reason; this comment allows nothing")
	}
	return &Rule{
		Suppression: Suppression{"comment", at.Pos, reason}, what: "this comment",
		match: func(_ *Report, f *Finding, _ string, _ *Sources) bool {
			return slices.Contains(allowed, f.Kind) && slices.ContainsFunc(f.own(), func(p source.Pos) bool { return p.File == at.File && p.Line == at.Line })
		},
	}, nil
}

// Files is the files that findings have places in.
func (r *Report) Files() (out []string) {
	for i := range r.Findings {
		for _, p := range r.Findings[i].own() {
			if p.File != "" && !slices.Contains(out, p.File) {
				out = append(out, p.File)
			}
		}
	}
	return out
}

// own is the places where a finding happens: of a race and of a deadlock, all of them.
func (f *Finding) own() []source.Pos {
	out := []source.Pos{f.Location.Pos}
	if f.Kind == verdict.KindRace || f.Kind == verdict.KindDeadlock {
		for _, rel := range f.Related {
			out = append(out, rel.Location.Pos)
		}
	}
	return out
}

func kindNames() (out []string) {
	for _, k := range verdict.Kinds() {
		out = append(out, string(k))
	}
	return out
}

func kindNamed(name string) (verdict.Kind, error) {
	if slices.Contains(kindNames(), name) {
		return verdict.Kind(name), nil
	}
	if near := diag.Nearest(name, kindNames()); len(near) > 0 {
		return "", fmt.Errorf("there is no kind %q, did you mean %s?", name, near[0])
	}
	return "", fmt.Errorf("there is no kind %q", name)
}

// ReadSuppressions reads a file of suppressions. A line is KIND FILE REASON or KIND FILE:FUNCTION REASON, where the file is a path as seen from the root, with * and ? and with ** for any directories,
// or it is FINGERPRINT REASON. Empty lines and those with # are no suppressions.
func ReadSuppressions(name string, data []byte) ([]*Rule, error) {
	var rules []*Rule
	for i, line := range strings.Split(string(data), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		word := func(k int) source.Range { // where a word stands
			col := 0
			for _, w := range words[:k] {
				col += strings.Index(line[col:], w) + len(w)
			}
			return source.At(name, i+1, col+strings.Index(line[col:], words[k])+1)
		}
		const form = "a line is KIND FILE[:FUNCTION] REASON, or FINGERPRINT REASON"
		rule := &Rule{Suppression: Suppression{By: "file", Place: word(0).Pos}, what: "this line"}
		if fingerprintForm.MatchString(words[0]) {
			if len(words) < 2 {
				return nil, diag.Errorf(word(0), "a suppression needs a reason").WithDetail(form)
			}
			print := words[0]
			rule.Reason = strings.Join(words[1:], " ")
			rule.match = func(_ *Report, _ *Finding, fingerprint string, _ *Sources) bool { return fingerprint == print }
			rules = append(rules, rule)
			continue
		}
		kind, err := kindNamed(words[0])
		switch {
		case err != nil:
			return nil, diag.Errorf(word(0), "%v", err).WithDetail(form)
		case len(words) < 2:
			return nil, diag.Errorf(word(0), "a suppression needs a file and a reason").WithDetail(form)
		case len(words) < 3:
			return nil, diag.Errorf(word(1), "a suppression needs a reason").WithDetail(form)
		}
		pattern, function, _ := strings.Cut(words[1], ":")
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, diag.Errorf(word(1), "%q is no pattern for files", pattern).WithDetail("use * and ? and [a-z], and ** for any directories")
		}
		rule.Reason = strings.Join(words[2:], " ")
		rule.match = func(_ *Report, f *Finding, _ string, src *Sources) bool {
			return f.Kind == kind && slices.ContainsFunc(f.own(), func(p source.Pos) bool {
				rel, _ := src.Relative(p.File)
				if !matchPath(strings.Split(pattern, "/"), strings.Split(rel, "/")) {
					return false
				}
				s, _ := src.statementAt(p)
				return function == "" || s.function == function
			})
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// matchPath compares a path with a pattern, directory by directory.
func matchPath(pattern, names []string) bool {
	if len(pattern) == 0 {
		return len(names) == 0
	}
	if pattern[0] == "**" {
		for i := range len(names) + 1 {
			if matchPath(pattern[1:], names[i:]) {
				return true
			}
		}
		return false
	}
	if len(names) == 0 {
		return false
	}
	ok, _ := path.Match(pattern[0], names[0])
	return ok && matchPath(pattern[1:], names[1:])
}
