package bodies

import (
	"flag"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

const formsFile = "../table_forms.go"

var update = flag.Bool("update", false, "rewrite "+formsFile)

// forms are the forms of all functions that the headers declare or the stubs define.
func forms(t *testing.T, m ir.DataModel) map[string]string {
	t.Helper()
	out := map[string]string{}
	collect := func(name, text string) {
		for f, form := range declarations(t, name, text, m).forms {
			if out[f] == "" {
				out[f] = form
			}
		}
	}
	for _, file := range stubFiles(t) {
		text, err := models.Stub(file)
		if err != nil {
			t.Fatal(err)
		}
		collect(file, string(text))
	}
	for _, h := range headers(t) {
		collect(h+".c", twice(h))
	}
	return out
}

// The table holds the form of every function that a program could have one of its own of the same name: those of the C library.
func TestForms(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	byForm := map[string][]string{}
	got := forms(t, ir.LP64)
	for _, f := range models.Table() {
		form := got[f.Name]
		if form == "" && f.Alias != "" {
			form = got[f.Alias]
		}
		if !models.HasForm(f) || form == "" {
			continue
		}
		byForm[form] = append(byForm[form], f.Name)
	}
	var order []string
	for form := range byForm {
		order = append(order, form)
	}
	sort.Strings(order)
	var b strings.Builder
	b.WriteString("package models\n\n// Written by go test ./internal/models/bodies -update, from the headers and the stubs. Package cfront says what the letters mean.\n\nconst forms = `\n")
	for _, form := range order {
		line := form
		for _, name := range byForm[form] {
			if len(line)+len(name) > 130 {
				fmt.Fprintln(&b, line)
				line = form
			}
			line += " " + name
		}
		fmt.Fprintln(&b, line)
	}
	b.WriteString("`\n")
	old, err := os.ReadFile(formsFile)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if string(old) == b.String() {
		return
	}
	if !*update {
		t.Fatalf("%s is not what headers and stubs say; run go test ./internal/models/bodies -update", formsFile)
	}
	if err := os.WriteFile(formsFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
