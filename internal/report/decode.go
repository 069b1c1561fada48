package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// A strict reader of JSON: every key is known, there once, and there if it has to be (the type does not say omitempty); nothing is null but what may be. Errors have the place. The
// package of the standard library tells none of these.

type decoder struct {
	name string
	data []byte
	what string // it should be
	*json.Decoder
}

func newDecoder(name string, data []byte) *decoder {
	d := &decoder{name, data, "report", json.NewDecoder(bytes.NewReader(data))}
	d.UseNumber()
	return d
}

// decode reads the whole text into a value.
func (d *decoder) decode(v any) error {
	if err := d.value(reflect.ValueOf(v).Elem(), ""); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return d.bad("", "there is more behind the end")
	}
	return nil
}

// at is the place of an offset.
func (d *decoder) at(offset int64) source.Range {
	before := d.data[:min(int(offset), len(d.data))]
	return source.At(d.name, bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}

// bad makes an error at the place that was read last.
func (d *decoder) bad(path, format string, args ...any) error {
	what := fmt.Sprintf(format, args...)
	if path != "" {
		what = strings.TrimPrefix(path, ".") + ": " + what
	}
	return diag.Errorf(d.at(d.InputOffset()), "this is no %s that heddle wrote: %s", d.what, what).WithDetail("%s", d.again())
}

// again says how such a file is made.
func (d *decoder) again() string {
	if d.what == "baseline" {
		return "write it again with `heddle check --write-baseline " + d.name + "`"
	}
	return "write it again with `heddle check --format json`"
}

func (d *decoder) token(path string) (json.Token, error) {
	t, err := d.Token()
	if err != nil {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil, d.bad(path, "it ends too early")
		}
		return nil, d.bad(path, "%v", err)
	}
	return t, nil
}

func (d *decoder) value(v reflect.Value, path string) error {
	t, err := d.token(path)
	if err != nil {
		return err
	}
	return d.read(t, v, path)
}

// read takes a value that begins with a token.
func (d *decoder) read(t json.Token, v reflect.Value, path string) error {
	if v.Kind() == reflect.Pointer {
		if t == nil {
			v.SetZero()
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return d.read(t, v.Elem(), path)
	}
	switch x := t.(type) {
	case string:
		if v.Kind() == reflect.String {
			v.SetString(x)
			return nil
		}
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(x)
			return nil
		}
	case json.Number:
		switch v.Kind() {
		case reflect.Int:
			if n, err := x.Int64(); err == nil && n >= 0 && n <= 1<<31-1 {
				v.SetInt(n)
				return nil
			}
		case reflect.Int64:
			if n, err := x.Int64(); err == nil && n >= 0 && n <= 1<<53 {
				v.SetInt(n)
				return nil
			}
		case reflect.Float64:
			if f, err := x.Float64(); err == nil && f >= 0 {
				v.SetFloat(f)
				return nil
			}
		}
	case json.Delim:
		switch {
		case x == '[' && v.Kind() == reflect.Slice:
			return d.list(v, path)
		case x == '{' && v.Kind() == reflect.Map:
			return d.table(v, path)
		case x == '{' && v.Kind() == reflect.Struct:
			return d.object(v, path)
		}
	}
	return d.bad(path, "%v is not what belongs here", shortToken(t))
}

func shortToken(t json.Token) string {
	if t == nil {
		return "null"
	}
	return cut(inline(fmt.Sprint(t)), 40)
}

func (d *decoder) list(v reflect.Value, path string) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	for i := 0; d.More(); i++ {
		x := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(x, fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
		v.Set(reflect.Append(v, x))
	}
	_, err := d.token(path) // the bracket
	return err
}

// table reads an object whose keys are free.
func (d *decoder) table(v reflect.Value, path string) error {
	v.Set(reflect.MakeMap(v.Type()))
	for d.More() {
		key, err := d.token(path)
		if err != nil {
			return err
		}
		x := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(x, path); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(key), x)
	}
	_, err := d.token(path)
	return err
}

// object reads an object whose keys are those of a struct; one that is embedded lends its own.
func (d *decoder) object(v reflect.Value, path string) error {
	fields := map[string]reflect.Value{}
	var needed, known []string
	var collect func(v reflect.Value)
	collect = func(v reflect.Value) {
		for i := range v.NumField() {
			if v.Type().Field(i).Anonymous {
				collect(v.Field(i))
				continue
			}
			name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			fields[name] = v.Field(i)
			known = append(known, name)
			if option != "omitempty" {
				needed = append(needed, name)
			}
		}
	}
	collect(v)
	var seen []string
	for d.More() {
		t, err := d.token(path)
		if err != nil {
			return err
		}
		key, _ := t.(string)
		field, ok := fields[key]
		switch {
		case !ok:
			if near := diag.Nearest(key, known); len(near) > 0 {
				return d.bad(path, "unknown key %q, did you mean %q?", cut(key, 40), near[0])
			}
			return d.bad(path, "unknown key %q", cut(key, 40))
		case slices.Contains(seen, key):
			return d.bad(path, "key %q stands here twice", key)
		}
		seen = append(seen, key)
		if err := d.value(field, path+"."+key); err != nil {
			return err
		}
	}
	if _, err := d.token(path); err != nil {
		return err
	}
	for _, key := range needed {
		if !slices.Contains(seen, key) {
			return d.bad(path, "no key %q", key)
		}
	}
	return nil
}
