package models

import "strings"

// Registers of devices, in memory or behind ports. What a device does with two accesses at once is known to nobody here, so no accesses to registers race; a verdict rests on that, and the frontend lists the calls
// of the functions below.
const (
	linuxRegisterRead = "readb readw readl readq __readb __readw __readl __readq __raw_readb __raw_readw __raw_readl __raw_readq " +
		"ioread8 ioread16 ioread16be ioread32 ioread32be ioread64 readb_relaxed readw_relaxed readl_relaxed readq_relaxed inb inw inl inb_p inw_p inl_p __inb __inw __inl"
	linuxRegisterWritten = "writeb writew writel writeq __writeb __writew __writel __writeq __raw_writeb __raw_writew __raw_writel __raw_writeq " +
		"iowrite8 iowrite16 iowrite16be iowrite32 iowrite32be iowrite64 outb outw outl outb_p outw_p outl_p __outb __outw __outl memset_io writeb_relaxed writew_relaxed writel_relaxed writeq_relaxed"
	linuxRegistersRead     = "memcpy_fromio insb insw insl ioread8_rep ioread16_rep ioread32_rep readsb readsw readsl"
	linuxRegistersWritten  = "memcpy_toio outsb outsw outsl iowrite8_rep iowrite16_rep iowrite32_rep writesb writesw writesl"
	windowsRegisterRead    = "READ_PORT_UCHAR READ_PORT_USHORT READ_PORT_ULONG READ_REGISTER_UCHAR READ_REGISTER_USHORT READ_REGISTER_ULONG"
	windowsRegisterWritten = "WRITE_PORT_UCHAR WRITE_PORT_USHORT WRITE_PORT_ULONG WRITE_REGISTER_UCHAR WRITE_REGISTER_USHORT WRITE_REGISTER_ULONG"
)

// registers is the functions that access registers of devices.
var registers = func() map[string]bool {
	is := map[string]bool{}
	for _, list := range []string{linuxRegisterRead, linuxRegisterWritten, linuxRegistersRead, linuxRegistersWritten, windowsRegisterRead, windowsRegisterWritten} {
		for _, name := range strings.Fields(list) {
			is[name] = true
		}
	}
	return is
}()
