package main

import (
	"fmt"
	"os"
	"strings"
)

// commandSizes are the images of client/commands.c.
var commandSizes = []struct{ figure, title string }{
	{"wide", "2D, 32 MiB, rows of 8 KiB"},
	{"narrow", "2D, 32 MiB, rows of 1 KiB"},
	{"volume", "3D, 32 MiB, rows of 512 bytes"},
	{"cached", "2D, 256 KiB, rows of 512 bytes"},
}

// commandRows are its commands.
var commandRows = []struct{ figure, title string }{
	{"copy_buffer", "clEnqueueCopyBuffer"},
	{"copy_whole", "copy"},
	{"copy_part", "copy, part"},
	{"read_buffer", "clEnqueueReadBuffer"},
	{"read_part", "read, part"},
	{"write_buffer", "clEnqueueWriteBuffer"},
	{"write_part", "write, part"},
	{"part_to_buffer", "copy to a buffer, part"},
	{"part_of_buffer", "copy of a buffer, part"},
	{"map_part", "map and unmap, part"},
	{"fill_buffer", "clEnqueueFillBuffer"},
	{"fill_whole", "fill"},
	{"fill_part", "fill, part"},
}

// commandTable measures the commands on images that are no kernels. Each process measures all of them in turns.
func (b *bench) commandTable() (string, error) {
	client, err := compile("build/bench-commands", "bench/client/commands.c", "-l:libOpenCL.so.1")
	if err != nil {
		return "", err
	}
	var least [2]map[string]float64
	for range b.rounds {
		for d, driver := range b.drivers {
			figures, err := ask(client, driver.icd, "", driver.setting)
			if err != nil {
				b.failed = true
				fmt.Fprintf(os.Stderr, "bench: %s: %v\n", driver.icd, err)
				continue
			}
			least[d] = keepLeast(least[d], figures)
		}
	}
	return printCommands(least), nil
}

func printCommands(least [2]map[string]float64) string {
	var s strings.Builder
	s.WriteString("Time from the call to the end of clFinish, and the bandwidth as a share of clEnqueueCopyBuffer's " +
		"for as many bytes.\nParts leave out one element at each border. Maps move nothing.\n\n" +
		"| image | command | Heddle | " +
		"of CopyBuffer | PoCL | ratio |\n|---|---|---:|---:|---:|---:|\n")
	for _, size := range commandSizes {
		base := least[0][size.figure+"_copy_buffer"]
		for _, row := range commandRows {
			name := size.figure + "_" + row.figure
			ours, other := least[0][name], least[1][name]
			share, theirs := fmt.Sprintf("%.0f %%", 100*base/ours), "no images |"
			if row.figure == "map_part" {
				share = ""
			}
			if other > 0 {
				theirs = fmt.Sprintf("%s | %.2f", duration(other), other/ours)
			}
			fmt.Fprintf(&s, "| %s | %s | %s | %s | %s |\n", size.title, row.title, duration(ours), share, theirs)
		}
	}
	return s.String()
}
