package conformance

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInstall: what is installed into a tree is what is needed there, and uninstall leaves nothing of it.
func TestInstall(t *testing.T) {
	tree := t.TempDir()
	other := filepath.Join(tree, "etc/OpenCL/vendors/other.icd")
	require.NoError(t, os.MkdirAll(filepath.Dir(other), 0o755))
	require.NoError(t, os.WriteFile(other, []byte("libother.so\n"), 0o644))
	build := func(command string) {
		cmd := exec.Command("../build.sh", command)
		cmd.Env = append(os.Environ(), "DESTDIR="+tree, "PREFIX=/opt/x")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	build("install")
	text, err := os.ReadFile(filepath.Join(tree, "etc/OpenCL/vendors/heddle.icd"))
	require.NoError(t, err)
	require.Equal(t, "/opt/x/lib/heddle/libheddle.so\n", string(text))
	require.FileExists(t, filepath.Join(tree, "opt/x/lib/heddle/libheddle.so"))
	out, err := exec.Command(filepath.Join(tree, "opt/x/bin/heddle"), "info").CombinedOutput()
	require.NoError(t, err, "%s", out)
	build("uninstall")
	var left []string
	require.NoError(t, filepath.WalkDir(tree, func(path string, entry fs.DirEntry, err error) error {
		if !entry.IsDir() {
			left = append(left, path)
		}
		return err
	}))
	require.Equal(t, []string{other}, left)
}

// TestInstallAction: the script of the action refuses what it cannot install, with a sentence.
func TestInstallAction(t *testing.T) {
	script, folder := "../.github/actions/install/install.sh", t.TempDir()
	file := filepath.Join(folder, "heddle.zip")
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	for want, args := range map[string][]string{
		"there is no file":            {filepath.Join(folder, "missing.deb")},
		"has another checksum":        {file, "0000000000000000000000000000000000000000000000000000000000000000"},
		"is neither a .deb nor a .ta": {file},
	} {
		out, err := exec.Command(script, args...).CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), want)
	}
}
