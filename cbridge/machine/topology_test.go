package machine

import (
	"fmt"
	"maps"
	"reflect"
	"testing"
)

// caches are the files of caches that a processor shares with those of a list.
func caches(cpu int, lists map[int]string) map[string]string {
	files, index := map[string]string{}, 0
	add := func(level int, kind, list string) {
		folder := fmt.Sprintf("/sys/devices/system/cpu/cpu%d/cache/index%d/", cpu, index)
		index++
		files[folder+"level"] = fmt.Sprintln(level)
		files[folder+"type"] = kind + "\n"
		files[folder+"shared_cpu_list"] = list + "\n"
	}
	add(1, "Instruction", "0-99")
	for level, list := range lists {
		add(level, "Unified", list)
	}
	return files
}

func numbersOf(cpus []CPU) (numbers []int) {
	for _, c := range cpus {
		numbers = append(numbers, c.Number)
	}
	return numbers
}

// TestTopology has two nodes of two cores with two threads each; the threads of a core have numbers 4 apart.
func TestTopology(t *testing.T) {
	files := map[string]string{
		"/sys/devices/system/node/online":        "0,2\n",
		"/sys/devices/system/node/node0/cpulist": "0-1,4-5\n",
		"/sys/devices/system/node/node2/cpulist": "2-3,6-7\n",
	}
	for cpu := range 8 {
		core, node := fmt.Sprintf("%d,%d", cpu%4, cpu%4+4), "0-1,4-5"
		if cpu%4 > 1 {
			node = "2-3,6-7"
		}
		maps.Copy(files, caches(cpu, map[int]string{1: core, 2: core, 3: node}))
	}
	folder := folderOf(t, files)
	all := []int{0, 1, 2, 3, 4, 5, 6, 7}
	cpus, domains := cpusIn(folder, all, 8, 0)
	if got := numbersOf(cpus); !reflect.DeepEqual(got, []int{0, 4, 1, 5, 2, 6, 3, 7}) {
		t.Errorf("processors in the order %v", got)
	}
	if domains != 0b11101 {
		t.Errorf("domains %#b", domains)
	}
	if got := cpus[3].Groups; got != [Domains]int32{0, -1, 0, 1, 1} {
		t.Errorf("processor 5 is in the groups %v", got)
	}
	if cpus, domains = cpusIn(folder, []int{0, 1, 4, 5}, 4, 0); len(cpus) != 4 || domains != 0b11000 {
		t.Errorf("one node has domains %#b", domains)
	}
	cpus, domains = cpusIn(folder, all, 3, 6)
	if got := numbersOf(cpus); !reflect.DeepEqual(got, []int{6, 3, 7}) || domains != 0b11000 {
		t.Errorf("with a quota of 3, processors %v with domains %#b", got, domains)
	}
}

func TestTopologyThatIsNotKnown(t *testing.T) {
	files := caches(0, map[int]string{1: "0", 2: "0", 3: "nonsense", 9: "0-1"})
	files["/sys/devices/system/node/online"] = "0-99999999999999999999\n"
	cpus, domains := cpusIn(folderOf(t, files), []int{0, 1}, 2, 0)
	if domains != 0 || len(cpus) != 2 || cpus[0].Groups[0] != -1 {
		t.Errorf("domains %#b, processors %v", domains, cpus)
	}
}

func TestCPUsOfThisProcess(t *testing.T) {
	if got, want := len(CPUs()), int(This().ComputeUnits); got != want {
		t.Errorf("%d processors for %d compute units", got, want)
	}
}
