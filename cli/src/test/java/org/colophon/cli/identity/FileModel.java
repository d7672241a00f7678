// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of one case: which file has which names and which content. It follows only what the
 * steps do, and never looks at the disk.
 */
final class FileModel {
  /** Time of modification of most sources, as old backups have it. */
  static final long OLD_NANOS = 1_577_836_800_000_000_000L;

  /**
   * A content.
   *
   * @param origins the sources from which it truly derives.
   * @param known the sources that a history must name: those that only recorded steps, and
   *     unrecorded changes of names, connect with the content.
   * @param isUndetectable true if an unrecorded change kept file, size and time of modification,
   *     see docs/explanation/lineage.md.
   * @param isOlder true if a recorded process appended to content from before the first recording
   *     of the file, which shows no origin of its own.
   */
  record Content(
      String text,
      Set<String> origins,
      Set<String> known,
      boolean isUndetectable,
      boolean isOlder) {
    static final Content NONE = new Content("", Set.of(), Set.of(), false, false);

    private Content asUndetectable() {
      return new Content(text, origins, Set.of(), true, isOlder);
    }

    private Content asOlder() {
      return new Content(text, origins, known, isUndetectable, true);
    }

    private Content with(Content other, boolean isRecorded) {
      Set<String> all = new HashSet<>(origins);
      all.addAll(other.origins);
      Set<String> both = new HashSet<>();
      if (isRecorded) {
        both.addAll(known);
        both.addAll(other.known);
      }
      boolean isDoubtful = isUndetectable || other.isUndetectable;
      return new Content(text + other.text, all, both, isDoubtful, isOlder || other.isOlder);
    }
  }

  /** A file, with one or more names. */
  private static final class File {
    private Content content = Content.NONE;
    private boolean isSeen;
    private long modified;
    private long recordedModified;
    private int recordedSize;

    private boolean looksRecorded() {
      return modified == recordedModified && content.text().length() == recordedSize;
    }

    private void recorded() {
      isSeen = true;
      recordedModified = modified;
      recordedSize = content.text().length();
    }
  }

  private final Map<String, File> files = new TreeMap<>();
  private final Set<String> sources = new HashSet<>();
  private long ticks = OLD_NANOS;

  /** Adds a source, which no step changes. */
  void addSource(String name, String text) {
    File file = new File();
    file.content = new Content(text, Set.of(name), Set.of(name), false, false);
    file.modified = OLD_NANOS;
    files.put(name, file);
    sources.add(name);
  }

  /** Returns the names of files other than the sources. */
  List<String> names() {
    List<String> names = new ArrayList<>(files.keySet());
    names.removeAll(sources);
    return names;
  }

  Set<String> sources() {
    return sources;
  }

  boolean exists(String name) {
    return files.containsKey(name);
  }

  boolean isSame(String one, String other) {
    return files.get(one) == files.get(other);
  }

  /** Returns the content at a name. */
  Content at(String name) {
    return files.get(name).content;
  }

  /** Returns the contents of all files other than the sources. */
  Map<String, Content> contents() {
    Map<String, Content> contents = new HashMap<>();
    names().forEach(name -> contents.put(name, at(name)));
    return contents;
  }

  /** Does a step. */
  void apply(Step step, boolean isRecorded) {
    String from = step.from();
    String to = step.to();
    switch (step.operation()) {
      case "copy" -> write(from, to, false, isRecorded);
      case "copy-with-time" -> {
        write(from, to, false, isRecorded);
        keepTime(from, to, isRecorded);
      }
      case "append" -> write(from, to, true, isRecorded);
      case "save", "check-out" -> replace(from, to, isRecorded);
      case "synchronize", "extract" -> {
        replace(from, to, isRecorded);
        keepTime(from, to, isRecorded);
      }
      case "move-across" -> {
        replace(from, to, isRecorded);
        keepTime(from, to, isRecorded);
        files.remove(from);
      }
      case "swap" -> {
        File file = files.get(from);
        files.put(from, files.get(to));
        files.put(to, file);
      }
      case "touch" -> setTime(to, Long.parseLong(from), isRecorded);
      case "rename" -> files.put(to, files.remove(from));
      case "link" -> files.put(to, files.get(from));
      case "remove" -> files.remove(to);
      default -> throw new IllegalArgumentException(step.operation());
    }
  }

  private void write(String from, String to, boolean appends, boolean isRecorded) {
    Content given = at(from);
    File file = files.computeIfAbsent(to, name -> new File());
    Content before = appends ? file.content : Content.NONE;
    boolean isOlder = isRecorded && !file.isSeen && !before.text().isEmpty();
    file.content = (isOlder ? before.asOlder() : before).with(given, isRecorded);
    file.modified = ++ticks;
    if (isRecorded) {
      files.get(from).isSeen = true;
      file.recorded();
    }
  }

  private void replace(String from, String to, boolean isRecorded) {
    File source = files.get(from);
    Content given = source.content;
    files.put(to, new File());
    File file = files.get(to);
    file.content = file.content.with(given, isRecorded);
    file.modified = ++ticks;
    if (isRecorded) {
      source.isSeen = true;
      file.recorded();
    }
  }

  private void keepTime(String from, String to, boolean isRecorded) {
    setTime(to, files.get(from).modified, isRecorded);
  }

  private void setTime(String name, long nanos, boolean isRecorded) {
    File file = files.get(name);
    file.modified = nanos;
    Content content = file.content;
    if (isRecorded) {
      file.recorded();
    } else if (content.known().isEmpty() && file.looksRecorded()) {
      file.content = content.asUndetectable();
    }
  }
}
