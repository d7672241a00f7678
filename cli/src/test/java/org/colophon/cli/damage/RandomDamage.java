// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A random damage to a copy of a sample. */
final class RandomDamage {
  /** Kinds of damage that a disk or a user may cause. */
  enum Kind {
    FLIP,
    CUT,
    ZERO,
    DELETE,
    OLDER,
    FOREIGN,
    DELETE_DIRECTORY,
    OLDER_DIRECTORY,
    FOREIGN_DIRECTORY
  }

  private static final int ZEROED_BYTES = 512;
  private static final int ATTEMPTS = 200;

  private final StoreSample sample;
  private final Path store;
  private final Random random;

  private RandomDamage(StoreSample sample, Path store, Random random) {
    this.sample = sample;
    this.store = store;
    this.random = random;
  }

  /**
   * Damages a copy of a sample.
   *
   * @return description of the damage
   */
  static String apply(StoreSample sample, Path store, Random random) throws IOException {
    RandomDamage damage = new RandomDamage(sample, store, random);
    for (int i = 0; i < ATTEMPTS; i++) {
      Kind kind = damage.pick(List.of(Kind.values()));
      String done = damage.tryOne(kind);
      if (done != null) {
        return kind + " " + done;
      }
    }
    throw new AssertionError("no damage fits " + StoreFiles.in(store));
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Picks a file, with the same probability for each kind of file. */
  private Path pickFile() throws IOException {
    TreeMap<String, List<Path>> kinds =
        StoreFiles.in(store).stream()
            .collect(
                Collectors.groupingBy(RandomDamage::kindOf, TreeMap::new, Collectors.toList()));
    return pick(pick(List.copyOf(kinds.values())));
  }

  /** Applies a kind of damage. Returns null if the kind is not applicable. */
  private String tryOne(Kind kind) throws IOException {
    if (kind.name().endsWith("_DIRECTORY")) {
      return damageDirectory(kind, pick(StoreFiles.directoriesIn(store)));
    }
    Path file = pickFile();
    Path target = store.resolve(file);
    long size = Files.size(target);
    if (kind == Kind.DELETE) {
      Files.delete(target);
      return file.toString();
    }
    if (kind == Kind.OLDER || kind == Kind.FOREIGN) {
      return replace(kind == Kind.OLDER ? sample.older() : sample.other(), file);
    }
    if (size == 0) {
      return null;
    }
    long at = (long) (random.nextDouble() * size);
    change(kind, target, at);
    return "%s at byte %d of %d".formatted(file, at, size);
  }

  private void change(Kind kind, Path file, long at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    switch (kind) {
      case FLIP -> bytes[(int) at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      case ZERO -> {
        int end = (int) Math.min(bytes.length, at + ZEROED_BYTES);
        Arrays.fill(bytes, (int) at, end, (byte) 0);
      }
      case CUT -> {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(at);
        }
        return;
      }
      default -> throw new IllegalArgumentException(kind.name());
    }
    Files.write(file, bytes);
  }

  /**
   * Replaces a file by the file with the same path in another directory. If none exists, uses a
   * similar file of that directory.
   */
  private String replace(Path from, Path file) throws IOException {
    Path source = from.resolve(file);
    if (!Files.exists(source)) {
      List<Path> alike = StoreFiles.in(from).stream().filter(each -> isAlike(each, file)).toList();
      if (alike.isEmpty()) {
        return null;
      }
      source = from.resolve(pick(alike));
    }
    if (Files.mismatch(source, store.resolve(file)) < 0) {
      return null;
    }
    Files.copy(source, store.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    return "%s by %s".formatted(file, from.relativize(source));
  }

  private static boolean isAlike(Path one, Path other) {
    return kindOf(one).equals(kindOf(other));
  }

  private static String kindOf(Path file) {
    return file.toString().replaceAll("[0-9]+", "");
  }

  private String damageDirectory(Kind kind, Path directory) throws IOException {
    Path from = kind == Kind.OLDER_DIRECTORY ? sample.older() : sample.other();
    Path source = from.resolve(directory);
    if (kind != Kind.DELETE_DIRECTORY && !Files.exists(source)) {
      return null;
    }
    StoreFiles.delete(store.resolve(directory));
    if (kind != Kind.DELETE_DIRECTORY) {
      StoreFiles.copy(source, store.resolve(directory));
    }
    return directory.toString();
  }
}
