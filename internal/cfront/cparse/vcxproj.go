package cparse

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Projects of Visual Studio (.vcxproj): which files there are, with which folders and definitions. Of MSBuild this follows what such files need: groups in their order, conditions that
// compare texts, properties, and %(Name) for what was said before. Imports are not followed: they are the kit's, whose headers heddle has itself.
//
// The configuration is Release|x64 if there is one, as heddle reads drivers; else the first one for x64, else the first.

// IsProject reports whether a name is one of a project of Visual Studio.
func IsProject(name string) bool { return strings.EqualFold(filepath.Ext(name), ".vcxproj") }

// Project reads a project and returns the C files that match the glob, all if it is empty, as CompileCommands does.
func Project(name, glob string) ([]Command, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the project: %w", err)
	}
	dir := filepath.Dir(name)
	p, err := readProject(data, dir, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if _, err := path.Match(glob, ""); err != nil {
		return nil, fmt.Errorf("pattern %q: %w", glob, err)
	}
	var out []Command
	for _, f := range p.files {
		if ext := strings.ToLower(path.Ext(f.name)); ext != ".c" && ext != ".i" {
			continue
		}
		c := Command{File: f.name, Dir: dir, Args: f.flags()}
		if rel, err := filepath.Rel(dir, anyCase(c.Path())); err == nil {
			c.File = filepath.ToSlash(rel)
		}
		if glob != "" && !matchGlob(glob, filepath.ToSlash(c.Path()), f.name) {
			continue
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no C file is compiled there%s\n\tits ClCompile items name them", name, map[bool]string{true: " that matches " + glob}[glob != ""])
	}
	return out, nil
}

// project is what was read of one.
type project struct {
	dir   string
	props map[string]string // by names in small letters
	all   settings          // for every file
	files []projectFile
}

// projectFile is a file that is compiled.
type projectFile struct {
	name string // with slashes
	settings
}

// settings is what a compiler is told.
type settings struct{ defines, undefines, folders, before []string }

func (s settings) flags() (out []string) {
	for _, d := range s.folders {
		out = append(out, "-I"+d)
	}
	for _, d := range s.defines {
		out = append(out, "-D"+d)
	}
	for _, d := range s.undefines {
		out = append(out, "-U"+d)
	}
	for _, f := range s.before {
		out = append(out, "-include", f)
	}
	return out
}

// element is a part of a project.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Parts   []element  `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// mostNested is how deep the elements of a project may stand inside each other.
const mostNested = 50

func readProject(data []byte, dir, title string) (*project, error) {
	depth := 0
	for d := xml.NewDecoder(strings.NewReader(string(data))); ; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("no project of Visual Studio: %w", err)
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		if depth > mostNested {
			return nil, errors.New("no project of Visual Studio: elements are nested too deeply")
		}
	}
	var root element
	if err := xml.Unmarshal(data, &root); err != nil {
		return nil, fmt.Errorf("no project of Visual Studio: %w", err)
	}
	if root.XMLName.Local != "Project" {
		return nil, fmt.Errorf("no project of Visual Studio: it begins with <%s>", root.XMLName.Local)
	}
	p := &project{dir: dir, props: map[string]string{}}
	for _, name := range []string{"ProjectDir", "MSBuildProjectDirectory", "MSBuildThisFileDirectory", "SolutionDir"} {
		p.props[strings.ToLower(name)] = "./"
	}
	for _, name := range []string{"ProjectName", "MSBuildProjectName"} {
		p.props[strings.ToLower(name)] = title
	}
	config, platform, _ := strings.Cut(choose(&root), "|")
	p.props["configuration"], p.props["platform"] = config, platform
	for i := range root.Parts {
		if err := p.group(&root.Parts[i]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// choose is the configuration that is read.
func choose(root *element) string {
	var all []string
	for _, g := range root.Parts {
		for _, c := range g.Parts {
			if c.XMLName.Local == "ProjectConfiguration" {
				all = append(all, c.attr("Include"))
			}
		}
	}
	for _, fits := range []func(string) bool{
		func(c string) bool { return strings.EqualFold(c, "Release|x64") },
		func(c string) bool { return strings.HasSuffix(strings.ToLower(c), "|x64") },
		func(string) bool { return true },
	} {
		if i := slices.IndexFunc(all, fits); i >= 0 {
			return all[i]
		}
	}
	return "Release|x64"
}

func (p *project) group(g *element) error {
	switch g.XMLName.Local {
	case "PropertyGroup", "ItemDefinitionGroup", "ItemGroup":
	default:
		return nil
	}
	if ok, err := p.holds(g.attr("Condition")); err != nil || !ok {
		return err
	}
	for i := range g.Parts {
		e := &g.Parts[i]
		matters := g.XMLName.Local == "PropertyGroup" || e.XMLName.Local == "ClCompile"
		if !matters {
			continue
		}
		ok, err := p.holds(e.attr("Condition"))
		switch {
		case err != nil:
			return err
		case !ok:
		case g.XMLName.Local == "PropertyGroup":
			if name := strings.ToLower(e.XMLName.Local); name != "configuration" && name != "platform" {
				p.props[name], _ = p.expand(strings.TrimSpace(e.Text))
			}
		case g.XMLName.Local == "ItemDefinitionGroup":
			if _, err := p.enter(&p.all, e); err != nil {
				return err
			}
		default:
			if err := p.compile(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// compile notes the files of an item.
func (p *project) compile(e *element) error {
	s := p.all
	excluded, err := p.enter(&s, e)
	if err != nil || excluded {
		return err
	}
	text, _ := p.expand(e.attr("Include"))
	not, _ := p.expand(e.attr("Exclude"))
	for _, name := range list(text) {
		names := []string{slashes(name)}
		if strings.ContainsAny(name, "*?") {
			names = nil
			found, err := filepath.Glob(filepath.Join(p.dir, filepath.FromSlash(slashes(name))))
			if err != nil {
				return fmt.Errorf("the files %q: %w", name, err)
			}
			for _, f := range found {
				if rel, err := filepath.Rel(p.dir, f); err == nil {
					names = append(names, filepath.ToSlash(rel))
				}
			}
		}
		for _, n := range names {
			out := slices.ContainsFunc(list(not), func(pattern string) bool { ok, _ := path.Match(slashes(pattern), n); return ok })
			if !out && !slices.ContainsFunc(p.files, func(f projectFile) bool { return f.name == n }) {
				p.files = append(p.files, projectFile{n, s})
			}
		}
	}
	return nil
}

// enter notes what the parts of a ClCompile say, and whether it says that the file is not compiled.
func (p *project) enter(s *settings, e *element) (excluded bool, err error) {
	for i := range e.Parts {
		m := &e.Parts[i]
		ok, err := p.holds(m.attr("Condition"))
		if err != nil {
			return false, err
		}
		if !ok {
			continue
		}
		switch m.XMLName.Local {
		case "PreprocessorDefinitions":
			s.defines = p.values(s.defines, m, false)
		case "UndefinePreprocessorDefinitions":
			s.undefines = p.values(s.undefines, m, false)
		case "AdditionalIncludeDirectories":
			s.folders = p.values(s.folders, m, true)
		case "ForcedIncludeFiles":
			s.before = p.values(s.before, m, true)
		case "AdditionalOptions":
			text, _ := p.expand(m.Text)
			for _, o := range strings.Fields(text) {
				switch {
				case len(o) < 3 || o[0] != '/' && o[0] != '-':
				case o[1] == 'D':
					s.defines = append(slices.Clip(s.defines), o[2:])
				case o[1] == 'U':
					s.undefines = append(slices.Clip(s.undefines), o[2:])
				case o[1] == 'I':
					s.folders = append(slices.Clip(s.folders), slashes(strings.Trim(o[2:], `"`)))
				}
			}
		case "ExcludedFromBuild":
			text, _ := p.expand(m.Text)
			excluded = strings.EqualFold(strings.TrimSpace(text), "true")
		}
	}
	return excluded, nil
}

// values is a list that is set, with what it was if it says %(Name). A name with a property that only the kit has is left out: what it is a path of is heddle's.
func (p *project) values(before []string, m *element, paths bool) (out []string) {
	for _, v := range list(m.Text) {
		if strings.HasPrefix(v, "%(") {
			out = append(out, before...)
			continue
		}
		text, known := p.expand(v)
		if paths && !known {
			continue
		}
		if text = strings.TrimSpace(text); paths {
			text = slashes(strings.Trim(text, `"`))
		}
		if !paths && strings.HasPrefix(text, "/") {
			continue // a flag that stands among definitions, which the compiler takes no notice of
		}
		if text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// list takes a list with semicolons apart.
func list(text string) (out []string) {
	for _, v := range strings.Split(text, ";") {
		if v = strings.TrimSpace(v); v != "" && !strings.HasPrefix(v, "@(") {
			out = append(out, v)
		}
	}
	return out
}

func slashes(name string) string { return path.Clean(strings.ReplaceAll(name, `\`, "/")) }
