package cparse

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// The Linux kernel's headers: where they are, and with which flags the kernel's build reads them.
//
// A file is read with the headers of one configured kernel: a tree in which `make modules_prepare` ran, or the packages that distributions make of such
// trees. Debian's has two halves, what was generated for one flavour (linux-headers-VERSION-amd64) and the rest (linux-headers-VERSION-common); the Makefile of the
// first names the second, as that of a build directory (make O=) names its source.

// Kernel is a configured kernel.
type Kernel struct {
	Source  string // include/linux is here
	Build   string // include/generated is here; often the same
	Release string // as in 6.1.0-54-amd64, empty if the tree does not say
	Why     string // how it was found, for people
	Around  string // the tree that the file lies in, if that is another one: it has headers that are not installed

	major, minor int
}

// FindKernel finds the kernel whose headers a file is read with: the one in dir if that is not empty, else the configured tree that the file lies in, else the newest
// that is installed. Nil without an error means that there is none.
func FindKernel(file, dir string) (*Kernel, error) {
	if dir == SmallKernel {
		return nil, nil
	}
	if dir != "" {
		k, err := openKernel(dir)
		if k != nil {
			k.Why = "--kernel " + dir
		}
		return k, err
	}
	around := ""
	if abs, err := filepath.Abs(file); err == nil && file != "" {
		for d := filepath.Dir(abs); ; d = filepath.Dir(d) {
			if isFile(filepath.Join(d, "include/linux/kconfig.h")) || isFile(filepath.Join(d, autoconf)) {
				if k, err := openKernel(d); err == nil {
					k.Why = "the tree that the file lies in"
					return k, nil
				}
				around = d
			}
			if d == filepath.Dir(d) {
				break
			}
		}
	}
	for _, pattern := range kernelPlaces {
		dirs, _ := filepath.Glob(pattern)
		sort.SliceStable(dirs, func(i, j int) bool { return slices.Compare(numbers(dirs[i]), numbers(dirs[j])) > 0 })
		for _, d := range dirs {
			if !isFile(filepath.Join(d, autoconf)) {
				continue
			}
			if k, err := openKernel(d); err == nil {
				k.Why, k.Around = "the newest kernel headers that are installed", around
				return k, nil
			}
		}
	}
	return nil, nil
}

// Defines reports whether a file is one of the kernel's headers, or of ours that stand before them: what a driver finds there is not its own code.
func (k *Kernel) Defines(file string) bool {
	if strings.HasPrefix(file, ownPrefix) {
		return true
	}
	for _, root := range []string{k.Source, k.Build, k.Around} {
		for _, dir := range []string{"include", "arch"} {
			if root != "" && strings.HasPrefix(file, filepath.Join(root, dir)+string(filepath.Separator)) {
				return true
			}
		}
	}
	return false
}

// SmallKernel names heddle's own small headers where the directory of a kernel is asked for.
const SmallKernel = "none"

// kernelPlaces are where distributions put kernel headers. A variable for the tests.
var kernelPlaces = []string{"/usr/src/linux-headers-*", "/usr/src/kernels/*", "/lib/modules/*/build"}

const autoconf = "include/generated/autoconf.h"

// numbers are the numbers in a name, by which versions are compared.
func numbers(s string) (out []int) {
	for _, d := range regexp.MustCompile(`\d+`).FindAllString(filepath.Base(s), -1) {
		n, _ := strconv.Atoi(d)
		out = append(out, n)
	}
	return out
}

func isFile(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.Mode().IsRegular()
}

// openKernel looks at a directory that should be a kernel's.
func openKernel(dir string) (*Kernel, error) {
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return nil, fmt.Errorf("%s is no directory\n\tname a configured kernel tree, or headers as in /usr/src/linux-headers-VERSION", dir)
	}
	k := &Kernel{Source: dir, Build: dir}
	if !isFile(filepath.Join(dir, "include/linux/kconfig.h")) {
		k.Source = includedMakefile(dir)
	}
	switch {
	case k.Source == "" && isFile(filepath.Join(dir, autoconf)):
		return nil, fmt.Errorf("%s has generated headers only: the Makefile there names no kernel source that is on this machine\n\tinstall the other half of the headers (Debian: linux-headers-VERSION-common)", dir)
	case k.Source == "":
		return nil, fmt.Errorf("%s is no kernel: it has no include/linux/kconfig.h\n\tname a configured kernel tree, or headers as in /usr/src/linux-headers-VERSION", dir)
	case !isFile(filepath.Join(k.Build, autoconf)):
		if k.Build = flavour(dir); k.Build == "" {
			return nil, fmt.Errorf("the kernel in %s is not configured: it has no %s\n\trun `make defconfig modules_prepare` there, or name the directory it was built in", dir, autoconf)
		}
	}
	for _, need := range []string{"arch/x86/include/asm", "include/uapi/linux"} {
		if st, err := os.Stat(filepath.Join(k.Source, need)); err != nil || !st.IsDir() {
			return nil, fmt.Errorf("the kernel headers in %s have no %s\n\theddle reads drivers as they are built for x86; install the headers of such a kernel", k.Source, need)
		}
	}
	for _, need := range []string{"arch/x86/include/generated", "include/generated/uapi/linux/version.h"} {
		if _, err := os.Stat(filepath.Join(k.Build, need)); err != nil {
			return nil, fmt.Errorf("the kernel in %s is configured by half: it has no %s\n\trun `make modules_prepare` there", k.Build, need)
		}
	}
	for _, d := range []*string{&k.Source, &k.Build} {
		if abs, err := filepath.Abs(*d); err == nil {
			*d = abs
		}
	}
	k.release()
	return k, nil
}

// includedMakefile is the kernel whose Makefile the one in dir includes; empty if there is none.
func includedMakefile(dir string) string {
	f, err := os.Open(filepath.Join(dir, "Makefile"))
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		name, ok := strings.CutPrefix(s.Text(), "include ")
		if !ok {
			continue
		}
		name = strings.TrimSpace(name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if src := filepath.Dir(name); isFile(filepath.Join(src, "include/linux/kconfig.h")) {
			return src
		}
	}
	return ""
}

// flavour finds what was generated for the headers in dir beside them: the -amd64 of a -common.
func flavour(dir string) string {
	base, ok := strings.CutSuffix(filepath.Clean(dir), "-common")
	if !ok {
		return ""
	}
	beside, _ := filepath.Glob(base + "-*")
	for _, d := range beside {
		if isFile(filepath.Join(d, autoconf)) && isFile(filepath.Join(d, "include/generated/uapi/linux/version.h")) && includedMakefile(d) == filepath.Clean(dir) {
			return d
		}
	}
	return ""
}

// release finds out which version it is.
func (k *Kernel) release() {
	if text, err := os.ReadFile(filepath.Join(k.Build, "include/generated/utsrelease.h")); err == nil {
		if f := strings.Split(string(text), `"`); len(f) > 1 {
			k.Release = f[1]
		}
	}
	text, err := os.ReadFile(filepath.Join(k.Build, "include/generated/uapi/linux/version.h"))
	if err != nil {
		return
	}
	if m := regexp.MustCompile(`LINUX_VERSION_CODE\s+(\d+)`).FindSubmatch(text); m != nil {
		code, _ := strconv.Atoi(string(m[1]))
		k.major, k.minor = code>>16, code>>8&0xff
	}
	if k.Release == "" && k.major > 0 {
		k.Release = fmt.Sprintf("%d.%d", k.major, k.minor)
	}
}

// String says which headers these are.
func (k *Kernel) String() string {
	if k == nil {
		return "heddle's own small ones"
	}
	return fmt.Sprintf("Linux %s in %s (%s)", k.Release, k.Build, k.Why)
}

// Options are the flags of the kernel's build, for a file that becomes a module.
func (k *Kernel) Options(o Options) Options {
	o.Platform, o.Kernel = "linux", k
	o.Std = "gnu11"
	o.Defines = append([]string{"__KERNEL__", "MODULE", `KBUILD_MODNAME="module"`, `KBUILD_BASENAME="module"`, `KBUILD_MODFILE="module"`, "__KBUILD_MODNAME=kmod_module"}, o.Defines...)
	if k == nil {
		o.Includes = append([]string{"heddle/kernel.h"}, o.Includes...)
		return o
	}
	dirs := []string{
		k.Source + "/arch/x86/include", k.Build + "/arch/x86/include/generated", k.Source + "/include", k.Build + "/include",
		k.Source + "/arch/x86/include/uapi", k.Build + "/arch/x86/include/generated/uapi", k.Source + "/include/uapi", k.Build + "/include/generated/uapi",
	}
	if k.Around != "" {
		dirs = append(dirs, k.Around+"/include")
	}
	o.SystemDirs = append(dirs, o.SystemDirs...)
	o.Includes = append([]string{"linux/compiler-version.h", "linux/kconfig.h", "heddle/kernel.h", "linux/compiler_types.h"}, o.Includes...)
	o.UnsignedChar = k.major > 6 || k.major == 6 && k.minor >= 2 // the build says -funsigned-char since then
	return o
}

// owns reports whether a file is one of the kernel's headers, whichever flag it was found by.
func (k *Kernel) owns(name string) bool {
	if k == nil || !strings.HasSuffix(name, ".h") {
		return false
	}
	name, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	for _, dir := range []string{k.Source, k.Build, k.Around} {
		if dir == "" {
			continue
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			continue
		}
		rel = filepath.ToSlash(rel)
		if arch, ok := strings.CutPrefix(rel, "arch/"); ok {
			_, rel, _ = strings.Cut(arch, "/")
		}
		if strings.HasPrefix(rel, "include/") {
			return true
		}
	}
	return false
}

// explain says more about a header that is missing.
func (k *Kernel) explain(res *cpp.Result) {
	name := res.Missing.Name
	for i := range res.Diags {
		d := &res.Diags[i]
		if !strings.Contains(d.Summary, name) {
			continue
		}
		switch arch := k.elsewhere(name); {
		case k == nil:
			d.Detail = "heddle's own kernel headers have no such file; install the headers of a kernel (Debian: linux-headers-amd64), or name a configured tree with --kernel DIR"
		case arch != "":
			d.Detail = fmt.Sprintf("%s has this header for %s only: the driver is one for another architecture, and heddle reads drivers as they are built for x86", k, arch)
		default:
			d.Detail = fmt.Sprintf("%s has no such header; name the kernel that the driver was written for with --kernel DIR, or add a directory with -I after --", k)
		}
	}
}

// elsewhere names an architecture that has a header that x86 does not have.
func (k *Kernel) elsewhere(header string) string {
	if k == nil {
		return ""
	}
	found, _ := filepath.Glob(filepath.Join(k.Source, "arch/*/include", header))
	if found == nil {
		found, _ = filepath.Glob(filepath.Join(k.Source, "arch/*/include/*", header))
	}
	if found == nil {
		return ""
	}
	rel, err := filepath.Rel(filepath.Join(k.Source, "arch"), found[0])
	if err != nil {
		return ""
	}
	return strings.Split(filepath.ToSlash(rel), "/")[0]
}
