package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// wholeFile is a file that appears whole or not at all: it is written beside its place and moved there. That it can be written is known before the work begins. The one
// without a name is written nowhere. A link stays a link, and what is no file but a device or a pipe is written to as it is: nothing takes its place.
type wholeFile struct {
	name string // where it is moved to; empty: nowhere
	temp *os.File
}

func newWholeFile(name string) (*wholeFile, error) {
	if name == "" {
		return &wholeFile{}, nil
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return nil, &os.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
	}
	if err == nil && !info.Mode().IsRegular() {
		device, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &wholeFile{temp: device}, err
	}
	name = followed(name)
	temp, err := os.CreateTemp(filepath.Dir(name), ".heddle-*")
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = &os.PathError{Op: "write", Path: name, Err: path.Err} // the name that the user knows
		}
		return nil, err
	}
	return &wholeFile{name, temp}, nil
}

// followed is where links lead, also to a file that is not there yet.
func followed(name string) string {
	for range 40 { // and no further: a circle
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return name
}

// write writes the file and puts it in its place.
func (f *wholeFile) write(content func(io.Writer) error) error {
	if f.temp == nil {
		return nil
	}
	err := content(f.temp)
	if err == nil && f.name != "" {
		err = f.temp.Chmod(0o644)
	}
	if closed := f.temp.Close(); err == nil {
		err = closed
	}
	if err == nil && f.name != "" {
		err = os.Rename(f.temp.Name(), f.name)
	}
	if err == nil {
		f.temp = nil
	}
	return err
}

// drop forgets what was not written.
func (f *wholeFile) drop() {
	if f.temp != nil {
		f.temp.Close()
		if f.name != "" {
			os.Remove(f.temp.Name())
		}
	}
}
