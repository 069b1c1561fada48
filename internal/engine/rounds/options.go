package rounds

import (
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
)

var kOption = &engine.Option{
	Name: "rounds", Help: "rounds of round-robin scheduling to cover", Least: 1, Most: 100, Free: "growing", Printed: true, Fixed: 2,
	Set: func(r *engine.Request, n int) { r.Bounds.Rounds = n },
}

var scheduleOption = &engine.Option{
	Name: "schedule", Help: "sequentialization of engine rounds: eager or lazy", Values: scheduleNames, Default: 1, Printed: true,
	Set: func(r *engine.Request, n int) { r.Schedule = scheduleNames[n] },
}

var sliceOption = &engine.Option{
	Name: "slice", Help: "decide assertions and races on a program from which fields that do not matter are left out: auto, on or off", Values: sliceWords, Default: 2,
	Set: func(r *engine.Request, n int) { r.Slice = sliceWords[n] },
}

var sliceWords = []string{sliceAuto, sliceOn, sliceOff}

var scheduleNames = []string{"eager", "lazy"}

// schedules are the passes that end the pipeline, by the name that the user gives; the first is the default.
var schedules = []struct {
	name string
	pass func(sequence.Options) transform.Pass
}{{"lazy", sequence.LazyPass}, {"eager", sequence.EagerPass}}
