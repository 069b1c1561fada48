package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

func newCheck() *cobra.Command {
	code := 0
	return checkCommand(&code, nil)
}

const configSchema = "../../../docs/heddle.schema.json"

// TestConfigSchema: the schema of heddle.yaml has every key, with the type and the help text of its flag. HEDDLE_UPDATE_SCRIPTS rewrites it.
func TestConfigSchema(t *testing.T) {
	c := newCheck()
	oneOrMore := map[string]any{"anyOf": []any{map[string]any{"type": "string"}, map[string]any{"type": "array", "items": map[string]any{"type": "string"}}}}
	types := map[string]any{"bool": "boolean", "int": "integer", "string": "string", "time": []any{"string", "number"}, "effort": []any{"string", "integer"}}
	properties := map[string]any{}
	for _, key := range configKeys(c) {
		p := map[string]any{}
		switch f := c.Flags().Lookup(key); {
		case key == filesKey:
			p["anyOf"], p["description"] = oneOrMore["anyOf"], "C files to check if the command line names none; * and ? are patterns"
		case key == ccFlagsKey:
			p["anyOf"], p["description"] = oneOrMore["anyOf"], "compiler flags for all files"
		case f.Value.Type() == "stringSlice" || f.Value.Type() == "stringArray":
			p["anyOf"], p["description"] = oneOrMore["anyOf"], f.Usage
		default:
			p["type"], p["description"] = types[f.Value.Type()], f.Usage
			if p["type"] == nil {
				t.Errorf("%s has the type %s", key, f.Value.Type())
			}
		}
		properties[key] = p
	}
	want, err := json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "heddle.yaml", "description": "Settings of heddle for a project: the long flags of `heddle check`, which win over them.",
		"type": "object", "additionalProperties": false, "properties": properties,
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if os.Getenv("HEDDLE_UPDATE_SCRIPTS") != "" {
		if err := os.WriteFile(configSchema, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(configSchema)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Error(d)
	}
}

// TestFirstConfig: what `heddle init` writes fits the schema and is understood, also with all its comments made settings.
func TestFirstConfig(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(configSchema)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.c", "heddle-baseline.json"} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text := firstConfig()
	if !strings.Contains(text, `files: ["*.c"]`) {
		t.Errorf("the files are not found:\n%s", text)
	}
	all := strings.NewReplacer("\n# ", "\n").Replace(text)
	for _, text := range []string{text, all} {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Error(err)
		}
		cfg := config{file: configName, dir: ".", places: map[string]source.Range{}}
		if err := cfg.set(newCheck(), []byte(text), false, &inputFlags{}); err != nil {
			t.Error(err)
		}
	}
}

// FuzzConfig: no text makes it fail otherwise than with an error that has a place.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(firstConfig()))
	for _, s := range []string{"engine: rounds\nproperty: [race, assert]\n", "a: &x [*x]", "- 1", "? [a]\n: b", "timeout: {a: b}", "\t:", "files: [\"[\"]", "engine: 1\nengine: 2"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		cfg := config{file: configName, dir: ".", places: map[string]source.Range{}}
		err := cfg.set(newCheck(), data, false, &inputFlags{})
		var d diag.Diagnostic
		if err != nil && (!errors.As(err, &d) || !d.Range.IsValid() || d.Detail == "") {
			t.Fatalf("no place or no help: %v", err)
		}
	})
}

// TestConfigNamesItsPlaces: an error about a value that a later check finds has the place of the value, too.
func TestConfigNamesItsPlaces(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink(t.TempDir(), "link"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"engine: warp\n":             "heddle.yaml:1:9: error: engine \"warp\" is not known",
		"\nproperty: [race, rase]\n": "heddle.yaml:2:11: error: property \"rase\" is not known",
		"memory: lots\n":             "heddle.yaml:1:9: error: memory \"lots\" is not a size",
		"engin: rounds\n":            "heddle.yaml:1:1: error: unknown key \"engin\"\n\tdid you mean engine?",
		"rounds: many\n":             "heddle.yaml:1:9: error: \"many\" is no value of rounds",
		"rounds: [1, 2]\n":           "heddle.yaml:1:9: error: rounds takes one value",
		"rounds:\n":                  "heddle.yaml:1:8: error: rounds has no value here",
		"a\n":                        "heddle.yaml:1:1: error: this is no list",
		"x: [\n":                     "heddle.yaml:1:1: error: did not find",
		"rounds: 1\nrounds: 2\n":     "heddle.yaml:",
		"files: [nothing.c]\n":       "heddle.yaml:1:8: error: no file matches nothing.c",
		"html: ../page.html\n":       "heddle.yaml:1:7: error: ../page.html lies outside of the project",
		"html: /page.html\n":         "heddle.yaml:1:7: error: /page.html lies outside of the project",
		"html: link/page.html\n":     "heddle.yaml:1:7: error: link/page.html lies outside of the project",
		"write-baseline: b\n":        "heddle.yaml:1:1: error: unknown key \"write-baseline\"\n\tgive --write-baseline on the command line",
	} {
		if err := os.WriteFile(configName, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := Main(t.Context(), []string{"check"}, &out, &errs); code != ExitUsage || !strings.HasPrefix(errs.String(), want) {
			t.Errorf("%q: exit %d, %s", text, code, &errs)
		}
	}
	if keys := configKeys(newCheck()); slices.Contains(keys, "confirm") || slices.Contains(keys, "replay") {
		t.Error("a file in a checkout can make heddle run the program")
	}
	if !slices.Contains(configKeys(newCheck()), "baseline") {
		t.Error("no baseline among the keys")
	}
}
