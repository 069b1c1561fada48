package cparse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files below a new directory.
func tree(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		name, text, _ := strings.Cut(f, "=")
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(strings.ReplaceAll(text, "DIR", dir)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// half are the files of a kernel below a prefix: what is in its source, and what is generated.
func half(prefix string, generated bool) []string {
	if generated {
		return []string{
			prefix + "/include/generated/autoconf.h", prefix + "/include/generated/uapi/linux/version.h=#define LINUX_VERSION_CODE 393472\n",
			prefix + "/include/generated/utsrelease.h=#define UTS_RELEASE \"6.1.0-1\"\n", prefix + "/arch/x86/include/generated/asm/x.h",
		}
	}
	return []string{prefix + "/include/linux/kconfig.h", prefix + "/arch/x86/include/asm/x.h", prefix + "/arch/arm/include/asm/mach/irq.h", prefix + "/include/uapi/linux/x.h", prefix + "/drivers/a.c"}
}

func TestFindKernel(t *testing.T) {
	saved := kernelPlaces
	defer func() { kernelPlaces = saved }()
	kernelPlaces = nil

	var files []string
	files = append(files, half("linux-headers-6.1.0-9-common", false)...)
	files = append(files, half("linux-headers-6.1.0-9-amd64", true)...)
	files = append(files, "linux-headers-6.1.0-9-amd64/Makefile=include DIR/linux-headers-6.1.0-9-common/Makefile\n")
	files = append(files, half("linux-headers-6.1.0-10", true)...)
	files = append(files, half("linux-headers-6.1.0-10", false)...)
	files = append(files, half("plain", false)...)
	files = append(files, "halfway/include/linux/kconfig.h", "halfway/arch/x86/include/asm/x.h", "halfway/include/uapi/linux/x.h", "halfway/include/generated/autoconf.h")
	files = append(files, half("alone", true)...)
	files = append(files, "arm/include/linux/kconfig.h", "arm/include/generated/autoconf.h", "nothing/x")
	dir := tree(t, files...)
	at := func(s string) string { return filepath.Join(dir, s) }

	for _, c := range []struct{ dir, source, build string }{
		{"linux-headers-6.1.0-9-amd64", "linux-headers-6.1.0-9-common", "linux-headers-6.1.0-9-amd64"},
		{"linux-headers-6.1.0-9-common", "linux-headers-6.1.0-9-common", "linux-headers-6.1.0-9-amd64"},
		{"linux-headers-6.1.0-10", "linux-headers-6.1.0-10", "linux-headers-6.1.0-10"},
	} {
		k, err := FindKernel("x.c", at(c.dir))
		if err != nil || k.Source != at(c.source) || k.Build != at(c.build) || k.Release != "6.1.0-1" {
			t.Errorf("%s: %+v, %v", c.dir, k, err)
			continue
		}
		if k.Options(Options{}).UnsignedChar {
			t.Errorf("%s: char is signed in 6.1", c.dir)
		}
	}
	for _, c := range []struct{ dir, want string }{
		{"plain", "is not configured"},
		{"halfway", "configured by half"},
		{"alone", "has generated headers only"},
		{"arm", "have no arch/x86/include/asm"},
		{"nothing", "is no kernel"},
		{"missing", "is no directory"},
	} {
		if k, err := FindKernel("x.c", at(c.dir)); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "\n\t") {
			t.Errorf("%s: %v, %v; want %q and what to do", c.dir, k, err, c.want)
		}
	}

	if k, err := FindKernel(at("plain/drivers/a.c"), ""); k != nil || err != nil {
		t.Errorf("nothing is installed: %v, %v", k, err)
	}
	if k, err := FindKernel(at("linux-headers-6.1.0-10/drivers/a.c"), ""); err != nil || k == nil || k.Why != "the tree that the file lies in" {
		t.Errorf("a configured tree: %v, %v", k, err)
	}
	kernelPlaces = []string{at("linux-headers-*")}
	k, err := FindKernel(at("plain/drivers/a.c"), "")
	if err != nil || k == nil || k.Build != at("linux-headers-6.1.0-10") || k.Around != at("plain") {
		t.Errorf("the newest: %+v, %v", k, err)
	}
	if got := k.elsewhere("asm/mach/irq.h"); got != "arm" {
		t.Errorf("a header of arm is one of %q", got)
	}
}
