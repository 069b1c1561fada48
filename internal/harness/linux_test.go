package harness

import "testing"

// A member says more than its struct, an argument is told from others, and what is not listed is unknown.
func TestLinux(t *testing.T) {
	for place, want := range map[string]Role{
		"file_operations.read":          {What: "file operation", Context: InProcess},
		"net_device_ops.ndo_open":       {What: "network device operation", Context: InProcess},
		"net_device_ops.ndo_start_xmit": {What: "packets to send", Context: InSoftirq},
		"request_threaded_irq.2":        {What: "interrupt handler", Context: InInterrupt},
		"request_threaded_irq.3":        {What: "threaded interrupt handler", Context: InProcess},
		"pci_driver.probe":              {What: "PCI driver", Context: InProcess, Life: true},
		"module_init":                   {What: "module_init", Context: InProcess, Life: true},
	} {
		if got, ok := Linux(place); !ok || got != want {
			t.Errorf("%s: %+v, %v; want %+v", place, got, ok, want)
		}
	}
	for _, place := range []string{"", "request_threaded_irq.1", "nothing.read", "address taken"} {
		if got, ok := Linux(place); ok {
			t.Errorf("%q is known: %+v", place, got)
		}
	}
	for _, roles := range []map[string]Role{linuxMembers, linuxHandlers} {
		for place, r := range roles {
			if r.What == "" || r.Context != InProcess && r.Context != InSoftirq && r.Context != InInterrupt {
				t.Errorf("%s: %+v", place, r)
			}
		}
	}
}

func TestConcurrent(t *testing.T) {
	for _, c := range []struct {
		s    *Spec
		want bool
	}{
		{Calling("x", "f"), false},
		{Calling("x", "f", "g"), true},
		{&Spec{Entries: []Entry{{Func: "f", Calls: Any}}}, true},
		{&Spec{First: []string{"f"}, Last: []string{"g"}}, false},
		{&Spec{First: []string{"f"}, Called: []string{"probe"}}, true},
	} {
		if got := c.s.Concurrent(); got != c.want {
			t.Errorf("%+v: %v", c.s, got)
		}
	}
}
