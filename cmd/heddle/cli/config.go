package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// heddle.yaml: the flags of `heddle check` that a project always wants, by their long names, and the files to check if none are named. The command line wins. Paths in it are seen from where it lies.

const configName = "heddle.yaml"

// maxConfig is the largest file that is read.
const maxConfig = 1 << 20

// config is such a file.
type config struct {
	file   string
	dir    string                  // where it lies, as seen from here
	places map[string]source.Range // of the flags that it sets
}

// noConfig are the flags that make no sense for every run of a project. What runs the program is only done when the person at the keyboard asks for it, and never because of a file in a checkout.
var noConfig = []string{"config", "help", "write-baseline", "dump", "debug", "confirm", "replay", "proof"}

// Keys that are no flags.
const (
	filesKey   = "files"
	ccFlagsKey = "cc-flags"
)

// pathKeys are the keys whose values are paths.
var pathKeys = []string{"build", "kernel", "baseline", "html", "model", "rules", "suppress", filesKey}

// configKeys lists the keys of the file.
func configKeys(c *cobra.Command) []string {
	keys := []string{filesKey, ccFlagsKey}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(noConfig, f.Name) {
			keys = append(keys, f.Name)
		}
	})
	return keys
}

// findConfig is the file for this directory: here, or in a directory above it up to the root of the repository. Empty: there is none.
func findConfig() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	top := root()
	for dir := here; ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, configName)
		if _, err := os.Stat(name); err == nil {
			if rel, err := filepath.Rel(here, name); err == nil {
				return rel
			}
			return name
		}
		if dir == top || dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// load reads the file of a run and sets the flags that the command line does not. If that names files, where others are found does not matter.
func (cfg *config) load(c *cobra.Command, args []string, given string, in *inputFlags) error {
	cfg.file = given
	switch given {
	case "none":
		return nil
	case "":
		if cfg.file = findConfig(); cfg.file == "" {
			return nil
		}
	}
	cfg.dir, cfg.places = filepath.Dir(cfg.file), map[string]source.Range{}
	if info, err := os.Stat(cfg.file); err == nil && (!info.Mode().IsRegular() || info.Size() > maxConfig) {
		return usagef("--config: %s is no such file", cfg.file)
	}
	data, err := os.ReadFile(cfg.file)
	if err != nil {
		return usagef("--config: %w", err)
	}
	named := len(args) > 0 && c.ArgsLenAtDash() != 0
	return cfg.set(c, data, named, in)
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

func (cfg *config) set(c *cobra.Command, data []byte, named bool, in *inputFlags) error {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		line := 1
		if m := yamlLine.FindStringSubmatch(err.Error()); m != nil && m[1] != "" {
			line, _ = strconv.Atoi(m[1])
		}
		return diag.Errorf(source.At(cfg.file, line, 1), "%s", yamlLine.ReplaceAllString(err.Error(), "")).WithDetail("a line is KEY: VALUE, as in engine: rounds")
	}
	if doc.Kind == 0 {
		return nil // nothing but comments
	}
	top := doc.Content[0]
	if top.Kind == yaml.ScalarNode && top.Tag == "!!null" {
		return nil
	}
	if top.Kind != yaml.MappingNode {
		return cfg.bad(top, "a line is KEY: VALUE, as in engine: rounds", "this is no list of keys and values")
	}
	byHand := map[string]bool{"build": named, "file": named}
	c.Flags().Visit(func(f *pflag.Flag) { byHand[f.Name] = true })
	keys := configKeys(c)
	var seen []string
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		switch name := key.Value; {
		case key.Kind != yaml.ScalarNode || !slices.Contains(keys, name):
			return cfg.unknown(key, keys)
		case slices.Contains(seen, name):
			return cfg.bad(key, "leave one of them", "%s is set twice", name)
		default:
			seen = append(seen, name)
			if err := cfg.one(c, name, value, byHand[name], in); err != nil {
				return err
			}
		}
	}
	return nil
}

func (cfg *config) bad(at *yaml.Node, detail, format string, args ...any) error {
	return diag.Errorf(source.At(cfg.file, at.Line, at.Column), format, args...).WithDetail("%s", detail)
}

func (cfg *config) unknown(key *yaml.Node, keys []string) error {
	detail := "`heddle init` writes a file with the usual keys; all long flags of `heddle check` can stand here"
	if near := diag.Nearest(key.Value, keys); len(near) > 0 {
		detail = "did you mean " + strings.Join(near, " or ") + "?"
	}
	if slices.Contains(noConfig, key.Value) {
		detail = "give --" + key.Value + " on the command line"
	}
	return cfg.bad(key, detail, "unknown key %q", key.Value)
}

// one sets the flag of a key.
func (cfg *config) one(c *cobra.Command, name string, value *yaml.Node, byHand bool, in *inputFlags) error {
	values, err := cfg.values(name, value)
	if err != nil {
		return err
	}
	switch name {
	case filesKey:
		in.files, err = cfg.glob(value, values)
		return err
	case ccFlagsKey:
		in.ccFlags = values
		return nil
	}
	if byHand {
		return nil
	}
	f := c.Flags().Lookup(name)
	switch f.Value.Type() {
	case "stringSlice":
		values = []string{strings.Join(values, ",")}
	case "stringArray":
	default:
		if value.Kind == yaml.SequenceNode {
			return cfg.bad(value, fmt.Sprintf("write %s: VALUE", name), "%s takes one value", name)
		}
	}
	for _, v := range values {
		if err := c.Flags().Set(name, v); err != nil {
			return cfg.bad(value, f.Usage, "%q is no value of %s", v, name)
		}
	}
	cfg.places[name] = source.At(cfg.file, value.Line, value.Column)
	return nil
}

// values is what stands behind a key: one value or a list. Paths are made such that they lead to the same files from here.
func (cfg *config) values(name string, node *yaml.Node) (out []string, err error) {
	list := []*yaml.Node{node}
	if node.Kind == yaml.SequenceNode {
		list = node.Content
	}
	for _, n := range list {
		if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
			return nil, cfg.bad(n, fmt.Sprintf("write %s: VALUE, or %s: [VALUE, VALUE]", name, name), "%s has no value here", name)
		}
		v := n.Value
		if name == "html" && !cfg.inside(v) {
			return nil, cfg.bad(n, "name a file below this directory, or give --html on the command line", "%s lies outside of the project, and a file of the project may not have it written", v)
		}
		if slices.Contains(pathKeys, name) && !filepath.IsAbs(v) && v != "none" {
			v = filepath.Join(cfg.dir, v)
		}
		out = append(out, v)
	}
	return out, nil
}

// inside reports whether a path leads to a place below the directory of the file. Who checks out a project does not give it leave to write anywhere else.
func (cfg *config) inside(path string) bool {
	if !filepath.IsLocal(path) {
		return false
	}
	base, err := filepath.EvalSymlinks(filepath.Join(".", cfg.dir))
	if err != nil {
		return false
	}
	dir, err := filepath.EvalSymlinks(filepath.Join(cfg.dir, filepath.Dir(path)))
	if err != nil {
		return true // there is no such directory, so nothing is written
	}
	base, err1 := filepath.Abs(base)
	dir, err2 := filepath.Abs(dir)
	rel, err3 := filepath.Rel(base, dir)
	return err1 == nil && err2 == nil && err3 == nil && filepath.IsLocal(rel)
}

// glob is the files that patterns stand for.
func (cfg *config) glob(at *yaml.Node, patterns []string) (out []string, err error) {
	for _, p := range patterns {
		names, err := filepath.Glob(p)
		if err != nil || len(names) == 0 {
			return nil, cfg.bad(at, "patterns have * and ?, and are seen from the directory of this file", "no file matches %s", p)
		}
		out = append(out, names...)
	}
	return out, nil
}

// place gives an error about a flag the place where the file sets it.
func (cfg *config) place(err error) error {
	var usage usageError
	if !errors.As(err, &usage) {
		return err
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "--"), " ")
	at, ok := cfg.places[strings.TrimSuffix(name, ":")]
	if !ok {
		return err
	}
	summary, detail, _ := strings.Cut(err.Error(), "\n\t")
	return diag.Errorf(at, "%s", strings.TrimPrefix(summary, "--")).WithDetail("%s", detail)
}
