package programs

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestExtern: engine lockset lets functions that nothing defines do all they could with what they are given. Of the memory that each program names first, what could race
// then is not proved, and the rest is.
func TestExtern(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	files, err := filepath.Glob("../../../testdata/extern/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range files {
		t.Run(strings.TrimPrefix(path, "../../../testdata/extern/"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{}
			for line := range strings.Lines(string(text)) {
				for _, status := range []string{"proved", "not proved"} {
					if names, ok := strings.CutPrefix(line, "// "+status+": "); ok {
						for _, n := range strings.Split(strings.TrimSpace(names), ", ") {
							want[n] = status
						}
					}
				}
			}
			var stdout, stderr bytes.Buffer
			cli.Main(context.Background(), []string{"check", "--format", "json", "--debug", "check", "--engine", "lockset", "--property", "race", path}, &stdout, &stderr)
			var got struct {
				Verdict string
				Fields  []struct{ Name, Status string }
			}
			if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if got.Verdict != "POSSIBLE" {
				t.Errorf("verdict %s, want POSSIBLE\n%s", got.Verdict, stdout.String())
			}
			status := map[string]string{}
			for _, f := range got.Fields {
				status[f.Name] = f.Status
			}
			for name, s := range want {
				if status[name] != s {
					t.Errorf("%s: %q, want %q", name, status[name], s)
				}
			}
		})
	}
}
