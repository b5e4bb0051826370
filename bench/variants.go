package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// variant is our driver with a switch set.
type variant struct{ title, setting string }

// comparison measures some kernels with our driver alone, with different switches; the others are compared with the
// first.
type comparison struct {
	variants []variant
	kernels  []string
	intro    string
	ratio    func(first, other float64) float64
}

// comparisons are the tables of variants, by name.
var comparisons = map[string]comparison{
	"scaling": {
		variants: []variant{{"one worker", "HEDDLE_MAX_COMPUTE_UNITS=1"},
			{"two workers", "HEDDLE_MAX_COMPUTE_UNITS=2"}},
		kernels: []string{"black_scholes", "collatz", "mandelbrot", "math_pow", "nbody", "poly_f64", "sgemm_naive",
			"sha256", "xorshift"},
		intro: "Time of a launch of compute-bound kernels on one worker, and how many times as fast two are.",
		ratio: func(first, other float64) float64 { return first / other },
	},
}

// variantTable measures the kernels of a comparison that are among those wanted.
func (b *bench) variantTable(c comparison, wanted []benchKernel) string {
	var s strings.Builder
	s.WriteString(c.intro + "\n\n| kernel |")
	for _, v := range c.variants {
		s.WriteString(" " + v.title + " |")
	}
	s.WriteString("\n|---|" + strings.Repeat("---:|", len(c.variants)) + "\n")
	for _, k := range wanted {
		if slices.Contains(c.kernels, k.name) {
			row := b.variantRow(c, &k)
			s.WriteString(row)
			fmt.Fprint(os.Stderr, row)
		}
	}
	return s.String()
}

// variantRow measures a kernel in rounds over the variants, and compares all results with the first's.
func (b *bench) variantRow(c comparison, k *benchKernel) string {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	least := make([]map[string]float64, len(c.variants))
	for range b.rounds {
		for i, v := range c.variants {
			dump := filepath.Join(folder, fmt.Sprint(i))
			figures, err := ask(b.client, b.drivers[0].icd, k.script(b.seconds, dump), v.setting)
			if err == nil {
				err = k.compare([2]string{filepath.Join(folder, "0"), dump})
			}
			if err != nil {
				b.failed = true
				return fmt.Sprintf("| %s | %s: %v |\n", k.name, v.title, err)
			}
			least[i] = keepLeast(least[i], figures)
		}
	}
	row := fmt.Sprintf("| %s | %s |", k.name, duration(least[0]["time"]))
	for _, figures := range least[1:] {
		row += fmt.Sprintf(" %.2f |", c.ratio(least[0]["time"], figures["time"]))
	}
	return row + "\n"
}
