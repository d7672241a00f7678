// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Copies the durable part of an open database. RocksDB's own checkpoint first writes all memtables
 * to small files. These writes, and later the merges of these files, take processor time from
 * writers.
 */
final class DurableCopy {
  private static final String MANIFEST = "MANIFEST-";
  private static final String CURRENT = "CURRENT";

  private DurableCopy() {}

  static void make(RocksDB db, Path from, Path to) throws RocksDBException, IOException {
    Files.createDirectory(to, PrivateFiles.DIRECTORY);
    db.disableFileDeletions();
    try {
      RocksDB.LiveFiles live = db.getLiveFiles(false);
      for (String each : live.files) {
        String name = each.substring(1); // they begin with a slash
        if (name.startsWith(MANIFEST)) {
          copyManifest(from.resolve(name), live.manifestFileSize, to);
        } else if (name.endsWith(".sst") || name.endsWith(".blob")) {
          FileTree.linkOrCopy(from.resolve(name), to.resolve(name));
        }
      }
    } finally {
      db.enableFileDeletions();
    }
  }

  /** Copies the beginning of the list of files, which RocksDB continues to write. */
  private static void copyManifest(Path manifest, long bytes, Path to) throws IOException {
    try (InputStream in = Files.newInputStream(manifest)) {
      String name = manifest.getFileName().toString();
      Files.write(to.resolve(name), in.readNBytes(Math.toIntExact(bytes)));
      Files.write(to.resolve(CURRENT), (name + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }
}
