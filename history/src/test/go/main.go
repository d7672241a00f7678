// SPDX-License-Identifier: Apache-2.0

// Command verify checks logs, proofs and cosignatures with the libraries of other projects.
//
//	verify log DIR KEY          check a log with tessera/fsck, sumdb/note and sumdb/tlog
//	verify proofs DIR KEY       check DIR/*.tlog-proof, each for the entry in *.entry
//	verify consistency FILE     check lines: size, root, earlier size, earlier root, hashes
//	verify cosigned FILE KEY    check the cosignature of a checkpoint
//	verify write DIR FILE KEY   write a log of the entries (in hexadecimal lines) of a file
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/transparency-dev/formats/log"
	fnote "github.com/transparency-dev/formats/note"
	fproof "github.com/transparency-dev/formats/proof"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera"
	"github.com/transparency-dev/tessera/api"
	"github.com/transparency-dev/tessera/client"
	"github.com/transparency-dev/tessera/fsck"
	"github.com/transparency-dev/tessera/storage/posix"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	arguments := os.Args[1:]
	var err error
	switch {
	case len(arguments) == 3 && arguments[0] == "log":
		err = checkLog(arguments[1], arguments[2])
	case len(arguments) == 3 && arguments[0] == "proofs":
		err = checkProofs(arguments[1], arguments[2])
	case len(arguments) == 2 && arguments[0] == "consistency":
		err = checkConsistency(arguments[1])
	case len(arguments) == 3 && arguments[0] == "cosigned":
		err = checkCosigned(arguments[1], arguments[2])
	case len(arguments) == 4 && arguments[0] == "write":
		err = writeLog(arguments[1], arguments[2], arguments[3])
	default:
		err = fmt.Errorf("wrong usage: %q", arguments)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("accepted")
}

func hashBundle(bundle []byte) ([][]byte, error) {
	var entries api.EntryBundle
	if err := entries.UnmarshalText(bundle); err != nil {
		return nil, err
	}
	hashes := make([][]byte, 0, len(entries.Entries))
	for _, entry := range entries.Entries {
		hashes = append(hashes, rfc6962.DefaultHasher.HashLeaf(entry))
	}
	return hashes, nil
}

func open(checkpoint []byte, key string) (*log.Checkpoint, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return nil, err
	}
	if _, err := note.Open(checkpoint, note.VerifierList(verifier)); err != nil {
		return nil, err
	}
	parsed, _, _, err := log.ParseCheckpoint(checkpoint, verifier.Name(), verifier)
	return parsed, err
}

func checkLog(directory, key string) error {
	fetcher := client.FileFetcher{Root: directory}
	checkpoint, err := os.ReadFile(filepath.Join(directory, "checkpoint"))
	if err != nil {
		return err
	}
	parsed, err := open(checkpoint, key)
	if err != nil {
		return err
	}
	if parsed.Size == 0 {
		return nil
	}
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	check := fsck.New(verifier.Name(), verifier, fetcher, hashBundle, fsck.Opts{N: 4})
	if err := check.Check(context.Background()); err != nil {
		return fmt.Errorf("fsck: %w", err)
	}
	return checkWithSumdb(directory, int64(parsed.Size), tlog.Hash(parsed.Hash))
}

// tiles reads tiles as the checksum database of Go modules does.
type tiles struct{ directory string }

func (t tiles) Height() int { return 8 }

func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		read, err := os.ReadFile(filepath.Join(t.directory, path))
		if err != nil {
			return nil, err
		}
		all = append(all, read)
	}
	return all, nil
}

func checkWithSumdb(directory string, size int64, root tlog.Hash) error {
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles{directory})
	actual, err := tlog.TreeHash(size, reader)
	if err != nil {
		return err
	}
	if actual != root {
		return fmt.Errorf("sumdb/tlog: another root")
	}
	index := size / 2
	path, err := tlog.ProveRecord(size, index, reader)
	if err != nil {
		return err
	}
	leaf, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
	if err != nil {
		return err
	}
	return tlog.CheckRecord(path, size, root, index, leaf[0])
}

func checkProofs(directory, key string) error {
	files, err := filepath.Glob(filepath.Join(directory, "*.tlog-proof"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := checkProof(file, key); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	fmt.Println(len(files), "proofs")
	return nil
}

func checkProof(file, key string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var parsed fproof.TLogProof
	if err := parsed.Unmarshal(text); err != nil {
		return err
	}
	if again := parsed.Marshal(); !bytes.Equal(again, text) {
		return fmt.Errorf("it is not in the usual form")
	}
	checkpoint, err := open(parsed.Checkpoint, key)
	if err != nil {
		return err
	}
	entry, err := os.ReadFile(strings.TrimSuffix(file, ".tlog-proof") + ".entry")
	if err != nil {
		return err
	}
	var path [][]byte
	var sumdbPath tlog.RecordProof
	for _, hash := range parsed.Hashes {
		path = append(path, hash[:])
		sumdbPath = append(sumdbPath, tlog.Hash(hash))
	}
	leaf := rfc6962.DefaultHasher.HashLeaf(entry)
	if err := proof.VerifyInclusion(
		rfc6962.DefaultHasher, parsed.Index, checkpoint.Size, leaf, path, checkpoint.Hash); err != nil {
		return err
	}
	return tlog.CheckRecord(
		sumdbPath, int64(checkpoint.Size), tlog.Hash(checkpoint.Hash), int64(parsed.Index),
		tlog.RecordHash(entry))
}

func checkConsistency(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if err := checkConsistencyLine(strings.Fields(line)); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

func checkConsistencyLine(words []string) error {
	size, err := strconv.ParseUint(words[0], 10, 64)
	if err != nil {
		return err
	}
	earlier, err := strconv.ParseUint(words[2], 10, 64)
	if err != nil {
		return err
	}
	var hashes [][]byte
	for _, word := range append([]string{words[1], words[3]}, words[4:]...) {
		hash, err := base64.StdEncoding.DecodeString(word)
		if err != nil {
			return err
		}
		hashes = append(hashes, hash)
	}
	if err := proof.VerifyConsistency(
		rfc6962.DefaultHasher, earlier, size, hashes[2:], hashes[1], hashes[0]); err != nil {
		return err
	}
	var sumdbPath tlog.TreeProof
	for _, hash := range hashes[2:] {
		sumdbPath = append(sumdbPath, tlog.Hash(hash))
	}
	return tlog.CheckTree(
		sumdbPath, int64(size), tlog.Hash(hashes[0]), int64(earlier), tlog.Hash(hashes[1]))
}

func checkCosigned(file, key string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	verifier, err := fnote.NewVerifierForCosignatureV1(key)
	if err != nil {
		return err
	}
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return err
	}
	_, err = fnote.CoSigV1Timestamp(opened.Sigs[0])
	return err
}

func writeLog(directory, file, key string) error {
	signer, err := note.NewSigner(key)
	if err != nil {
		return err
	}
	ctx := context.Background()
	driver, err := posix.New(ctx, posix.Config{Path: directory})
	if err != nil {
		return err
	}
	options := tessera.NewAppendOptions().
		WithCheckpointSigner(signer).
		WithBatching(256, 50*time.Millisecond).
		WithCheckpointInterval(200 * time.Millisecond)
	appender, shutdown, _, err := tessera.NewAppender(ctx, driver, options)
	if err != nil {
		return err
	}
	entries, err := os.Open(file)
	if err != nil {
		return err
	}
	defer entries.Close()
	var last tessera.IndexFuture
	lines := bufio.NewScanner(entries)
	for lines.Scan() {
		entry, err := hex.DecodeString(lines.Text())
		if err != nil {
			return err
		}
		last = appender.Add(ctx, tessera.NewEntry(entry))
	}
	if _, err := last(); err != nil {
		return err
	}
	return shutdown(ctx)
}
