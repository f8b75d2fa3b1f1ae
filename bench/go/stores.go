package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/envgen/envgen/gen/go/envelope"
)

// storeRaces keep an artifact that is not there yet in a folder, and take it away again.
func storeRaces(folder string) []race {
	store := envelope.DirectoryStore{Dir: filepath.Join(folder, "store")}
	kept := func(content []byte) error {
		digest, err := store.Put(content)
		if err != nil {
			return err
		}
		sum := digest[len("sha256:"):]
		return os.Remove(filepath.Join(store.Dir, "sha256", sum[:2], sum[2:]))
	}
	plain := filepath.Join(folder, "plain")
	var all []race
	for _, size := range []struct {
		name  string
		bytes int
	}{{"64 KiB", 64 << 10}, {"16 MiB", 16 << 20}} {
		all = append(all, race{"foxctl-large", "store " + size.name, []contestant{
			{"envgen", "", stores(size.bytes, kept)},
			{"os and sha256", noStore, stores(size.bytes, func(content []byte) error {
				return writePlain(fmt.Sprintf("%s-%x", plain, sha256.Sum256(content)), content)
			})},
			{"os", noStore + "; no digest", stores(size.bytes, func(content []byte) error { return writePlain(plain, content) })},
		}})
	}
	return all
}

const noStore = "writes a file, syncs it and its folder, and gives it its name"

// stores gives a function contents of which no two are equal.
func stores(size int, keep func(content []byte) error) func([]byte) error {
	var content []byte
	var number uint64
	return func(text []byte) error {
		if content == nil {
			content = bytes.Repeat(text, size/len(text)+1)[:size]
		}
		number++
		binary.LittleEndian.PutUint64(content, number)
		return keep(content)
	}
}

// writePlain is a program's own code for a whole file that survives a crash.
func writePlain(path string, content []byte) error {
	file, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Write(content); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil {
		return err
	}
	return os.Remove(path)
}
