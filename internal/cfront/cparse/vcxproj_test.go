package cparse

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const aProject = `<?xml version="1.0" encoding="utf-8"?>
<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <ItemGroup Label="ProjectConfigurations">
    <ProjectConfiguration Include="Debug|x64"/>
    <ProjectConfiguration Include="Release|x64"/>
  </ItemGroup>
  <PropertyGroup><Common>..\common</Common></PropertyGroup>
  <Import Project="$(VCTargetsPath)\Microsoft.Cpp.props" Condition="[not](read)"/>
  <ItemDefinitionGroup Condition="'$(Configuration)|$(Platform)'=='Debug|x64'">
    <ClCompile><PreprocessorDefinitions>DBG=1</PreprocessorDefinitions></ClCompile>
  </ItemDefinitionGroup>
  <ItemDefinitionGroup Condition="'$(Configuration)'=='Release' and '$(Platform)' != 'Win32'">
    <ClCompile>
      <PreprocessorDefinitions>%(PreprocessorDefinitions);SIZE=8;/wd4996;NAME=$(ProjectName)</PreprocessorDefinitions>
      <AdditionalIncludeDirectories>%(AdditionalIncludeDirectories);$(DDK_INC_PATH);$(Common)\inc;.</AdditionalIncludeDirectories>
      <AdditionalOptions>/W4 /DMORE %(AdditionalOptions)</AdditionalOptions>
    </ClCompile>
    <Link><AdditionalDependencies>x.lib</AdditionalDependencies></Link>
  </ItemDefinitionGroup>
  <ItemGroup>
    <ClCompile Include="..\Shared\Io.c"><PreprocessorDefinitions>ONLY</PreprocessorDefinitions></ClCompile>
    <ClCompile Include="pump.c" />
    <ClCompile Include="old.c"><ExcludedFromBuild Condition="'$(Platform)'=='x64' or false">true</ExcludedFromBuild></ClCompile>
    <ClCompile Include="arm.c" Condition="'$(Platform)'=='ARM64'" />
    <ClCompile Include="gui.cpp" />
    <ResourceCompile Include="pump.rc" />
  </ItemGroup>
</Project>
`

// TestProject: the files of a project of Visual Studio, with what they are compiled with in its configuration for x64.
func TestProject(t *testing.T) {
	dir := t.TempDir()
	driver := filepath.Join(dir, "driver")
	for _, d := range []string{driver, filepath.Join(dir, "shared")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"driver/Pump.vcxproj": aProject, "driver/pump.c": "", "shared/io.c": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(driver, "Pump.vcxproj")
	got, err := Project(name, "")
	want := []Command{
		{File: "../shared/io.c", Dir: driver, Args: []string{"-I../common/inc", "-I.", "-DONLY"}},
		{File: "pump.c", Dir: driver, Args: []string{"-I../common/inc", "-I.", "-DSIZE=8", "-DNAME=Pump", "-DMORE"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n got %q\nwant %q", err, got, want)
	}
	if got, err := Project(name, "pump.*"); err != nil || len(got) != 1 {
		t.Errorf("with a pattern: %q, %v", got, err)
	}
	for text, says := range map[string]string{
		"":           "no project of Visual Studio",
		"<Project>":  "no project of Visual Studio",
		"<Other/>":   "begins with <Other>",
		"<Project/>": "no C file",
		`<Project><ItemGroup Condition="1 &lt; 2"><ClCompile Include="a.c"/></ItemGroup></Project>`: "is not understood",
		strings.Repeat("<Project>", 100): "nested too deeply",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Project(name, ""); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

func FuzzProject(f *testing.F) {
	f.Add([]byte(aProject))
	f.Add([]byte(`<Project><PropertyGroup Condition="'a'!='b' or !exists('x')"><A>$(A)$(</A></PropertyGroup></Project>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := readProject(data, "/nowhere", "x")
		if err == nil {
			for _, file := range p.files {
				file.flags()
			}
		}
	})
}
