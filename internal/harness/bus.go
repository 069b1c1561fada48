package harness

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed kernel/bus.c
var busText string

//go:embed kernel/classes.c
var classes string

//go:embed kernel/made.c
var made string

//go:embed kernel/within.c
var within string

// bus is what a bus of the kernel calls what all of them have.
type bus struct {
	name           string
	driver, device string   // structs
	ops            string   // where the members of a driver are, from a pointer drv to it
	members        string   // their struct
	probe          []string // one of these, in kernels of some age
	remove         string
	power          string // a pointer to the functions of power management
	groups         string // attributes of every device that is bound
	register       string
	params         string // of it
	takeBack       string
}

const nobody = "(struct dev_pm_ops *)0" // no place for functions of power management that is followed

var buses = []bus{
	{"pci", "pci_driver", "pci_dev", "drv", "pci_driver", []string{"probe"}, "remove", "drv->driver.pm", "drv->dev_groups || drv->driver.dev_groups", "__pci_register_driver", "struct pci_driver *drv, struct module *owner, const char *name", "pci_unregister_driver"},
	{"i2c", "i2c_driver", "i2c_client", "drv", "i2c_driver", []string{"probe", "probe_new"}, "remove", "drv->driver.pm", "drv->driver.dev_groups", "i2c_register_driver", "struct module *owner, struct i2c_driver *drv", "i2c_del_driver"},
	{"usb", "usb_driver", "usb_interface", "drv", "usb_driver", []string{"probe"}, "disconnect", nobody, "drv->dev_groups", "usb_register_driver", "struct usb_driver *drv, struct module *owner, const char *name", "usb_deregister"},
	{"acpi", "acpi_driver", "acpi_device", "&drv->ops", "acpi_device_ops", []string{"add"}, "remove", "drv->drv.pm", "drv->drv.dev_groups", "acpi_bus_register_driver", "struct acpi_driver *drv", "acpi_bus_unregister_driver"},
	{"pnp", "pnp_driver", "pnp_dev", "drv", "pnp_driver", []string{"probe"}, "remove", "drv->driver.pm", "drv->driver.dev_groups", "pnp_register_driver", "struct pnp_driver *drv", "pnp_unregister_driver"},
	{"pcmcia", "pcmcia_driver", "pcmcia_device", "drv", "pcmcia_driver", []string{"probe"}, "remove", "drv->drv.pm", "drv->drv.dev_groups", "pcmcia_register_driver", "struct pcmcia_driver *drv", "pcmcia_unregister_driver"},
	{"hid", "hid_driver", "hid_device", "drv", "hid_driver", []string{"probe"}, "remove", "drv->driver.pm", "drv->driver.dev_groups", "__hid_register_driver", "struct hid_driver *drv, struct module *owner, const char *name", "hid_unregister_driver"},
	{"serio", "serio_driver", "serio", "drv", "serio_driver", []string{"connect"}, "disconnect", "drv->driver.pm", "drv->driver.dev_groups", "__serio_register_driver", "struct serio_driver *drv, struct module *owner, const char *name", "serio_unregister_driver"},
	{"virtio", "virtio_driver", "virtio_device", "drv", "virtio_driver", []string{"probe"}, "remove", "drv->driver.pm", "drv->driver.dev_groups", "register_virtio_driver", "struct virtio_driver *drv", "unregister_virtio_driver"},
}

// text is the parts of a bus.
func (b *bus) text() string {
	lines := strings.Split(busText, "\n")
	for i, line := range lines {
		if !strings.Contains(line, "PROBE,") {
			continue
		}
		var calls []string
		for _, p := range b.probe {
			calls = append(calls, strings.ReplaceAll(line, "PROBE", p))
		}
		lines[i] = strings.Join(calls, "\n")
	}
	return strings.NewReplacer("BUS", b.name, "DRIVER", b.driver, "DEVICE", b.device, "OPS", b.ops, "MEMBERS", b.members, "REMOVE", b.remove, "POWER", b.power, "GROUPS", b.groups,
		"REGISTER", b.register, "PARAMS", b.params, "TAKEBACK", b.takeBack).Replace(strings.Join(lines, "\n"))
}

// linuxParts is all parts that a harness can have.
func linuxParts() []*part {
	out := slices.Concat(readParts(registering), readParts(objects), readParts(classes), readParts(made), readParts(within))
	for i := range buses {
		out = append(out, readParts(buses[i].text())...)
	}
	return out
}
