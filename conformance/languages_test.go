package conformance

import (
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// The programs of host/languages live in processes whose languages have run times of their own.

// TestCPlusPlus: exceptions in callbacks, and destructors that run after main, or at the end of a thread.
func TestCPlusPlus(t *testing.T) {
	program := filepath.Join(t.TempDir(), "cplusplus")
	build(t, "g++", "-std=c++17", "-O1", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-unused-variable",
		"-Wno-deprecated-declarations", "-Wno-format-zero-length", "-I.", "-o", program, "host/languages/cplusplus.cpp",
		"-l:libOpenCL.so.1", "-lpthread")
	for _, test := range []struct {
		arguments []string
		code      int
	}{
		{[]string{"caught"}, 0},
		{[]string{"statics"}, 0},
		{[]string{"unwound"}, 0},
		{[]string{"quick"}, exitCode},
		{[]string{"escaped", "build"}, exitCode}, // by std::terminate
		{[]string{"escaped", "native"}, exitCode},
		{[]string{"escaped", "event"}, exitCode},
	} {
		t.Run(test.arguments[len(test.arguments)-1], func(t *testing.T) {
			requireEnd(t, finish(t, vendors(t), program, test.arguments...), test.code, 0)
		})
	}
}

// build runs a compiler.
func build(t *testing.T, name string, arguments ...string) {
	t.Helper()
	out, err := exec.Command(name, arguments...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// buildModule makes a shared library of C for another language.
func buildModule(t *testing.T, source, path string, folders ...string) {
	t.Helper()
	arguments := []string{"-shared", "-fPIC", "-std=gnu11", "-O1", "-Wall", "-Werror", "-Wno-unused",
		"-Wno-deprecated-declarations", "-Wno-format-zero-length", "-I.", "-o", path, source}
	for _, folder := range folders {
		arguments = append(arguments, "-I"+folder)
	}
	build(t, "gcc", append(arguments, "-l:libOpenCL.so.1")...)
}

// TestJava: a virtual machine that handles SIGSEGV itself, on several of its own configurations.
func TestJava(t *testing.T) {
	compiler, err := exec.LookPath("javac")
	require.NoError(t, err, "install default-jdk-headless")
	compiler, err = filepath.EvalSymlinks(compiler)
	require.NoError(t, err)
	include := filepath.Join(filepath.Dir(compiler), "../include")
	folder := t.TempDir()
	module := filepath.Join(folder, "libclient.so")
	buildModule(t, "host/languages/java.c", module, include, filepath.Join(include, "linux"))
	build(t, compiler, "-d", folder, "host/languages/Client.java")
	java := filepath.Join(filepath.Dir(compiler), "java")
	for name, option := range map[string]string{"usual": "-Xshare:auto", "interpreted": "-Xint",
		"small stacks": "-Xss256k", "ZGC": "-XX:+UseZGC"} {
		t.Run(name, func(t *testing.T) {
			ended := finish(t, vendors(t), java, option, "-cp", folder, "Client", module)
			requireEnd(t, ended, 0, 0)
			require.Contains(t, ended.output, "done")
		})
	}
	t.Run("exit", func(t *testing.T) {
		requireEnd(t, finish(t, vendors(t), java, "-cp", folder, "Client", module, "exit"), exitCode, 0)
	})
}

// TestNode: worker threads, and WebAssembly that faults.
func TestNode(t *testing.T) {
	node, err := exec.LookPath("node")
	require.NoError(t, err, "install nodejs and libnode-dev")
	const include = "/usr/include/node"
	require.FileExists(t, include+"/node_api.h", "install libnode-dev")
	module := filepath.Join(t.TempDir(), "client.node")
	buildModule(t, "host/languages/node.c", module, include)
	ended := finish(t, vendors(t), node, "host/languages/client.js", module)
	requireEnd(t, ended, 0, 0)
	require.Contains(t, ended.output, "done")
	requireEnd(t, finish(t, vendors(t), node, "host/languages/client.js", module, "exit"), exitCode, 0)
}

// TestPreloaded: the library in processes that never asked for it, and in the loader's place.
func TestPreloaded(t *testing.T) {
	preload := "LD_PRELOAD=" + library(t)
	for _, command := range [][]string{{"true"}, {"bash", "-c", "echo $(ls / | wc -l); (exit 3) || true"},
		{"python3", "-c", "import subprocess; subprocess.run(['true'], check=True)"}} {
		ended := finish(t, []string{preload}, command[0], command[1:]...)
		requireEnd(t, ended, 0, 0)
		require.NotContains(t, ended.output, "heddle")
	}
	for _, source := range []string{"buffers/transfers.c", "host/signals.c", "host/threads.c"} {
		requireEnd(t, finish(t, []string{preload, "OCL_ICD_VENDORS=/nonexistent"}, compile(t, source)), 0, 0)
		requireEnd(t, finish(t, append(vendors(t), preload), compile(t, source)), 0, 0)
	}
}

// TestLoadedAgainAndAgain: dlopen and dlclose, with work between them or not.
func TestLoadedAgainAndAgain(t *testing.T) {
	program := compile(t, "host/process/reload.c")
	for _, path := range []string{library(t), "libOpenCL.so.1"} {
		for _, work := range []string{"nothing", "discovery", "work"} {
			t.Run(filepath.Base(path)+"/"+work, func(t *testing.T) {
				requireEnd(t, finish(t, vendors(t), program, path, work), 0, 0)
			})
		}
	}
}

// TestAbort: an application's handler of SIGABRT runs, whatever threads do, and the process ends as it should.
func TestAbort(t *testing.T) {
	program := compile(t, "host/process/abort.c")
	for _, where := range []string{"main", "thread", "callback", "native"} {
		t.Run(where, func(t *testing.T) {
			ended := finish(t, vendors(t), program, where)
			requireEnd(t, ended, -1, syscall.SIGABRT)
			require.Contains(t, ended.output, "the handler ran")
		})
	}
}
