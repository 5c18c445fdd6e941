// SPDX-License-Identifier: GPL-2.0

// Command minio measures md5-simd and sha256-simd, with a goroutine for each message in
// flight, each with a hasher of one server. Their servers use timers to wait for more
// messages; only CPU time is counted, not this waiting.
package main

import (
	"fmt"
	"hash"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/klauspost/cpuid/v2"
	md5simd "github.com/minio/md5-simd"
	sha256simd "github.com/minio/sha256-simd"
)

const (
	buffers  = 64
	sampleNs = 5e6
	quickNs  = 1e5
)

type point struct {
	algorithm  string
	size, jobs int
}

// The point whose turn has been announced
var next point

var sizes = []int{64, 256, 1024, 1500, 4096, 65536, 1 << 20}
var jobs = []int{1, 2, 3, 4, 8, 16, 32, 48, 64}

// cpuTime returns the CPU time of all threads so far.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// run lets every hasher hash n messages and returns the CPU time used.
func run(hashers []hash.Hash, messages [][]byte, n int) time.Duration {
	var all sync.WaitGroup
	start := cpuTime()
	for i, h := range hashers {
		all.Add(1)
		go func(i int, h hash.Hash) {
			defer all.Done()
			for m := 0; m < n; m++ {
				h.Reset()
				h.Write(messages[(i+m*len(hashers))%buffers])
				h.Sum(nil)
			}
		}(i, h)
	}
	all.Wait()
	return cpuTime() - start
}

// turn says what comes next and returns whether it is this program's turn to take a sample of
// it, as measure() in ../../engine/measure.c does.
func turn(algorithm string, size, jobs int) bool {
	if at := (point{algorithm, size, jobs}); at != next {
		next = at
		fmt.Printf("{\"next\": [%q, %d, %d]}\n", algorithm, size, jobs)
	}
	answer := make([]byte, 1)
	_, err := os.Stdin.Read(answer)
	return err == nil && answer[0] == 's'
}

func measure(algorithm, peer, impl string, size int, hashers []hash.Hash) {
	messages := make([][]byte, buffers)
	for i := range messages {
		messages[i] = make([]byte, size)
	}
	enough, n := time.Duration(sampleNs), 1
	if os.Getenv("MBHASH_QUICK") != "" {
		enough = quickNs
	}
	for turn(algorithm, size, len(hashers)) {
		for run(hashers, messages, n) < enough {
			n *= 2
		}
		mb := float64(size*len(hashers)*n) / run(hashers, messages, n).Seconds() / 1e6
		fmt.Printf("{\"algorithm\": %q, \"what\": \"engine\", \"peer\": %q, "+
			"\"impl\": %q, \"isa\": \"all\", \"pick\": \"plan\", \"size\": %d, "+
			"\"jobs\": %d, \"layout\": \"aligned\", \"mb_per_s\": %.1f}\n",
			algorithm, peer, impl, size, len(hashers), mb)
	}
}

// avx512Server measures sha256-simd's server. Only one, in a program of its own, because it
// cannot be stopped and is never idle.
func avx512Server() {
	// Its assembly does not check the CPU's features.
	if !cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL) {
		return
	}
	runtime.GOMAXPROCS(runtime.NumCPU())
	server := sha256simd.NewAvx512Server()
	for _, size := range sizes {
		for _, n := range jobs {
			hashers := make([]hash.Hash, n)
			for i := range hashers {
				hashers[i] = sha256simd.NewAvx512(server)
			}
			measure("sha256", "sha256-simd", "avx512 server", size, hashers)
		}
	}
}

// Each server gets the number of CPUs with which it fills its lanes better. With an argument
// sha256-simd's is measured, without one the rest.
func main() {
	if len(os.Args) > 1 {
		avx512Server()
		return
	}
	runtime.GOMAXPROCS(1)
	for _, size := range sizes {
		for _, n := range jobs {
			server := md5simd.NewServer()
			hashers := make([]hash.Hash, n)
			for i := range hashers {
				hashers[i] = server.NewHash()
			}
			measure("md5", "md5-simd", "server", size, hashers)
			for _, h := range hashers {
				h.(md5simd.Hasher).Close()
			}
			server.Close()
		}
	}
	for _, size := range sizes {
		measure("sha256", "sha256-simd", "one stream", size, []hash.Hash{sha256simd.New()})
	}
}
