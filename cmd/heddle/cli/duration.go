package cli

import (
	"errors"
	"math"
	"strconv"
	"time"
)

// duration is the value of a flag: seconds, or a number with a unit as in 90s, 5m or 1.5h.
type duration time.Duration

func (d *duration) Set(s string) error {
	if n, err := strconv.ParseFloat(s, 64); err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) {
		s = strconv.FormatFloat(n, 'f', -1, 64) + "s"
	}
	v, err := time.ParseDuration(s)
	switch {
	case err != nil:
		return errors.New("give seconds, or a time such as 90s, 5m or 1.5h, or 0 for no limit")
	case v < 0:
		return errors.New("a time cannot be negative; give 0 for no limit")
	}
	*d = duration(v)
	return nil
}

// String says 60s where the time package says 1m0s.
func (d *duration) String() string {
	if v := time.Duration(*d); v%time.Second == 0 && v < 2*time.Minute {
		return strconv.Itoa(int(v/time.Second)) + "s"
	}
	return time.Duration(*d).String()
}

func (d *duration) Type() string { return "time" }
