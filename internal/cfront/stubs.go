package cfront

import (
	"context"
	"sync"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
)

// Reading the models is most of the work of the front end for a small program: four fifths for those of testdata. Stubs
// keeps what was read for the next compilation. A parsed file is not safe for concurrent use, since the library and our
// layout remember answers in it. So a compilation takes a file out and gives it back at its end; two at the same time
// have two copies. A lock around each file was rejected: compilations would wait for one another.

// Stubs are parsed models that are free. Its zero value is ready, and it may be shared by compilations.
type Stubs struct {
	mu   sync.Mutex
	free map[stubKey][]*cparse.Unit
}

// stubKey is a file as it is read for one target.
type stubKey struct {
	file     string
	model    ir.DataModel
	platform string
}

// stubsInUse are the parsed models of one compilation.
type stubsInUse struct {
	from    *Stubs // nil: nothing is kept
	options cparse.Options
	units   map[stubKey]*cparse.Unit
}

// take begins a compilation. A caller with headers of its own reads its own models.
func (s *Stubs) take(o cparse.Options) *stubsInUse {
	if o.Headers != nil {
		s = nil
	}
	own := cparse.Options{Model: o.Model, Platform: o.Platform, Headers: o.Headers, Alone: o.Alone}
	if own.Platform == "linux" {
		own.Platform = "" // models of the kernel's functions are C like any other
	}
	return &stubsInUse{from: s, options: own, units: map[stubKey]*cparse.Unit{}}
}

// unit gives a parsed model.
func (u *stubsInUse) unit(ctx context.Context, file string) (*cparse.Unit, diag.List, error) {
	key := stubKey{file, u.options.Model, u.options.Platform}
	if p := u.units[key]; p != nil {
		return p, nil, nil
	}
	if p := u.from.get(key); p != nil {
		u.units[key] = p
		return p, nil, nil
	}
	text, err := models.Stub(file)
	if err != nil {
		return nil, nil, err
	}
	p, list, err := cparse.Parse(ctx, cparse.Source{Name: "<model>/" + file, Content: text, Model: true}, u.options)
	if err == nil && p != nil {
		u.units[key] = p
	}
	return p, list, err
}

func (s *Stubs) get(key stubKey) *cparse.Unit {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	free := s.free[key]
	if len(free) == 0 {
		return nil
	}
	s.free[key] = free[:len(free)-1]
	return free[len(free)-1]
}

// giveBack ends a compilation whose result does not refer to the files. One that failed keeps them.
func (u *stubsInUse) giveBack() {
	if u.from == nil {
		return
	}
	u.from.mu.Lock()
	defer u.from.mu.Unlock()
	if u.from.free == nil {
		u.from.free = map[stubKey][]*cparse.Unit{}
	}
	for key, p := range u.units {
		u.from.free[key] = append(u.from.free[key], p)
	}
}
