package run

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/engines/README.md")

const enginesHead = `# Engines

Each is a way to answer, and says for itself what its words mean. ` + "`heddle check`" + ` without ` + "`--engine`" + ` lets explore try first, then lockset and modular prove what they can, then rounds, and walks for what is left of the time.
Races of drivers are decided by [pairs](pairs.md), which asks lockset, walks, rounds and kiss.
The tables come from the engines (` + "`go test ./internal/run -update`" + ` writes them).

`

// TestTable: the page of the engines says what they say.
func TestTable(t *testing.T) {
	const page = "../../docs/engines/README.md"
	want := enginesHead + Table()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(got)) != strings.TrimSpace(want) {
		t.Errorf("docs/engines/README.md is not what the engines say; run go test ./internal/run -update")
	}
}
