package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"github.com/heddle-dev/heddle/internal/diag"
)

// Seals: a saved report or baseline has a checksum over all that it says, so that a digit that was changed is seen, too, where everything still fits together.
//
// It is over the content and not over the bytes: keys in order, no white space. Tools that print JSON in another way do no harm. Time and memory (stats) are left out: two runs that say the same have the same checksum. It is no signature: who wants to deceive can make one. Whoever edits
// such a file on purpose says so, with "checksum": "edited"; what was edited is read then, and says so of itself in every format.

const (
	editedByHand = "edited"
	wasEdited    = "this was edited by hand after heddle wrote it" // what a report assumes then
)

// writeSealed writes a value as JSON; sum is its field for the checksum.
func writeSealed(w io.Writer, v any, sum *string) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	*sum = sumOf(canonical(raw))
	return writeJSON(w, v)
}

// checksum is that of a JSON object, whatever it says its checksum is.
func checksum(data []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var content map[string]any
	if err := d.Decode(&content); err != nil {
		return "", err
	}
	delete(content, "checksum")
	delete(content, "stats")
	if programs, ok := content["programs"].([]any); ok {
		for _, p := range programs {
			if one, ok := p.(map[string]any); ok {
				delete(one, "stats")
			}
		}
	}
	ordered, err := json.Marshal(content)
	if err != nil {
		return "", err
	}
	return sumOf(ordered), nil
}

func sumOf(ordered []byte) string {
	sum := sha256.Sum256(ordered)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// sealed refuses a text that is not the one that its checksum was made of, and says whether somebody edited it on purpose.
func (d *decoder) sealed(says string) (edited bool, err error) {
	if says == editedByHand {
		return true, nil
	}
	if is, err := checksum(d.data); err != nil || is != says {
		at := max(bytes.LastIndex(d.data, []byte(`"checksum"`)), 0)
		return false, diag.Errorf(d.at(int64(at)), "this %s is not as heddle wrote it: its checksum is of another content", d.what).
			WithDetail("%s; if it was edited on purpose, put \"checksum\": %q there, and it is read and says so", d.again(), editedByHand)
	}
	return false, nil
}
