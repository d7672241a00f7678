// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.storage.rocksdb.damage.LostFile;
import org.colophon.storage.rocksdb.damage.Manifest;

/**
 * Opens a store of which table files are missing or cannot be opened. RocksDB refuses such a store,
 * since one file in level 0 ends all scans of its family. Without paranoid checks RocksDB still
 * lists the ranges of all files. A copy of its list without the lost files opens like any other
 * database, in a directory of its own.
 */
final class Salvage {
  private static final String SET_ASIDE = ".damaged";

  private final RocksDbConfig config;
  private final List<String> families;
  private final List<LostFile> lost = new ArrayList<>();
  private List<LostFile> live = List.of();

  Salvage(RocksDbConfig config, List<String> families) {
    this.config = config;
    this.families = families;
  }

  /**
   * Opens the store for reading, without its lost files.
   *
   * @param failure the failure to open the store, which is thrown if the lost files are unknown
   */
  Database read(ColophonException failure) {
    Path directory = config.directory();
    list(failure);
    ColophonException latest = failure;
    while (addLost(latest)) {
      try {
        Path view = view(Manifest.read(directory).without(lost));
        try {
          return Database.openView(
              config, view, families, new RocksDbDirectory(directory).lostFiles().with(lost));
        } catch (RuntimeException | Error e) {
          FileTree.delete(view);
          throw e;
        }
      } catch (IOException e) {
        throw IoFailure.of("read", directory.toString(), e);
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.STORE_CORRUPT) {
          throw e;
        }
        latest = e;
      }
    }
    throw latest;
  }

  /** Lists the files without opening them. */
  private void list(ColophonException failure) {
    try (Database unchecked = Database.openUnchecked(config, families)) {
      live = unchecked.metadata().stream().map(LostFile::of).toList();
    } catch (ColophonException e) {
      failure.addSuppressed(e);
      throw failure;
    }
  }

  /** Adds the files that are missing, have another size, or are named in a failure. */
  private boolean addLost(ColophonException failure) {
    int before = lost.size();
    for (LostFile each : live) {
      boolean isNamed = String.valueOf(failure.getMessage()).contains("/" + each.name());
      if (!lost.contains(each) && (isNamed || !isWhole(each))) {
        lost.add(each);
      }
    }
    return lost.size() > before;
  }

  private boolean isWhole(LostFile file) {
    try {
      return Files.size(config.directory().resolve(file.name())) == file.bytes();
    } catch (IOException e) {
      return false;
    }
  }

  private static Path view(Manifest manifest) throws IOException {
    Path view = Files.createTempDirectory("colophon-rocksdb", PrivateFiles.DIRECTORY);
    manifest.begin(view);
    return view;
  }

  /**
   * Removes the lost files from the store's own list, after their ranges are stored. Moves them
   * aside, since RocksDB deletes files that it does not list.
   */
  void remove(ColophonException failure) {
    RocksDbDirectory directory = new RocksDbDirectory(config.directory());
    read(failure).close(); // finds all lost files before anything changes
    directory.lostFiles().with(lost).write(config.directory());
    directory.markLost();
    try {
      Manifest manifest = Manifest.read(config.directory()).without(lost);
      for (LostFile each : lost) {
        Path file = config.directory().resolve(each.name());
        if (Files.exists(file)) {
          Files.move(
              file,
              file.resolveSibling(each.name() + SET_ASIDE),
              StandardCopyOption.REPLACE_EXISTING);
        }
      }
      manifest.write(config.directory());
    } catch (IOException e) {
      throw IoFailure.of("set aside damaged files of", config.directory().toString(), e);
    }
  }
}
