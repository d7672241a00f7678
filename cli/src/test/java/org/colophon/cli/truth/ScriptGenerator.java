package org.colophon.cli.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes random shell scripts of small programs joined by files, pipes, appends, renames, hard and
 * symbolic links, folders and threads, and knows by construction which of the source files each
 * file has content of.
 */
final class ScriptGenerator {
  static final int SOURCES = 5;

  /** A file's content, shared by its hard links: the sources that it has content of. */
  private static final class Content {
    final Set<String> sources = new TreeSet<>();
  }

  private final Random random;
  private final String threadedCopy;
  private final Map<String, Content> files = new TreeMap<>();
  private final Map<String, String> symbolicLinks = new TreeMap<>();
  private final List<String> lines = new ArrayList<>();
  private int names;
  private String folder = "d0";

  /**
   * A generator.
   *
   * @param threadedCopy a program that reads one file in one thread and writes another in a second
   */
  ScriptGenerator(long seed, String threadedCopy) {
    this.random = new Random(seed);
    this.threadedCopy = threadedCopy;
    for (int i = 0; i < SOURCES; i++) {
      Content content = new Content();
      content.sources.add("s" + i);
      files.put("s" + i, content);
    }
    lines.add("mkdir d0");
  }

  /** One script of so many steps. */
  String script(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
    }
    return String.join("; ", lines);
  }

  /** For each file that there is at the end, the sources that it has content of. */
  Map<String, Set<String>> truth() {
    Map<String, Set<String>> truth = new TreeMap<>();
    files.forEach((name, content) -> truth.put(name, content.sources));
    return truth;
  }

  private void step() {
    String from = any();
    String also = any();
    String made = random.nextInt(3) == 0 ? "f" + names++ : folder + "/f" + names++;
    switch (random.nextInt(14)) {
      case 0 -> write("cat " + read(from) + " " + also + " > " + made, made, from, also);
      case 1 -> write("sort " + read(from) + " | tr a-z A-Z > " + made, made, from);
      case 2 -> write("cat " + read(from) + " | tee " + made + " | wc >/dev/null", made, from);
      case 3 -> write("(cat " + read(from) + "; cat " + also + ") > " + made, made, from, also);
      case 4 -> write("cp " + read(from) + " " + made, made, from);
      case 5 -> write(threadedCopy + " " + read(from) + " " + made, made, from);
      case 6 -> append(from);
      case 7 -> overwrite(from);
      case 8 -> rewrite(from);
      case 9 -> move(made);
      case 10 -> hardLink(from, made);
      case 11 -> symbolicLink(from);
      case 12 -> remove();
      default -> moveFolder();
    }
  }

  private String any() {
    List<String> all = new ArrayList<>(files.keySet());
    return all.get(random.nextInt(all.size()));
  }

  /** A file that is no source, and of which no symbolic link speaks; null if there is none. */
  private String anyMade() {
    List<String> all = new ArrayList<>(files.keySet());
    all.removeIf(name -> name.startsWith("s") || symbolicLinks.containsValue(name));
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  /** The file itself, or a symbolic link to it. */
  private String read(String file) {
    for (Map.Entry<String, String> link : symbolicLinks.entrySet()) {
      if (link.getValue().equals(file) && random.nextBoolean()) {
        return link.getKey();
      }
    }
    return file;
  }

  private void write(String line, String made, String... from) {
    lines.add(line);
    Content content = new Content();
    for (String source : from) {
      content.sources.addAll(files.get(source).sources);
    }
    files.put(made, content);
  }

  /**
   * Sources stay what they are, also under other names; programs refuse to read what they write.
   */
  private boolean mayChange(String target, String from) {
    if (target == null || files.get(target) == files.get(from)) {
      return false;
    }
    for (int i = 0; i < SOURCES; i++) {
      if (files.get("s" + i) == files.get(target)) {
        return false;
      }
    }
    return true;
  }

  private void append(String from) {
    String target = anyMade();
    if (mayChange(target, from)) {
      lines.add("cat " + read(from) + " >> " + target);
      files.get(target).sources.addAll(files.get(from).sources);
    }
  }

  private void overwrite(String from) {
    String target = anyMade();
    if (mayChange(target, from)) {
      lines.add("dd if=" + from + " of=" + target + " conv=notrunc status=none");
      files.get(target).sources.addAll(files.get(from).sources);
    }
  }

  private void rewrite(String from) {
    String target = anyMade();
    if (mayChange(target, from)) {
      lines.add("cat " + read(from) + " > " + target);
      files.get(target).sources.clear();
      files.get(target).sources.addAll(files.get(from).sources);
    }
  }

  private void move(String made) {
    String moved = anyMade();
    String target = random.nextBoolean() ? made : anyMade();
    if (moved != null && target != null && files.get(moved) != files.get(target)) {
      lines.add("mv " + moved + " " + target);
      files.put(target, files.remove(moved));
    }
  }

  private void hardLink(String from, String made) {
    lines.add("ln " + from + " " + made);
    files.put(made, files.get(from));
  }

  private void symbolicLink(String from) {
    String link = "l" + names++;
    lines.add("ln -s $PWD/" + from + " " + link);
    symbolicLinks.put(link, from);
  }

  private void remove() {
    String removed = anyMade();
    if (removed != null) {
      lines.add("rm " + removed);
      files.remove(removed);
    }
  }

  private void moveFolder() {
    String target = "d" + names++;
    lines.add("mv " + folder + " " + target);
    Map<String, Content> moved = new TreeMap<>();
    files.forEach((name, content) -> moved.put(movedName(name, target), content));
    files.clear();
    files.putAll(moved);
    symbolicLinks.values().removeIf(file -> file.startsWith(folder + "/"));
    folder = target;
  }

  private String movedName(String name, String target) {
    return name.startsWith(folder + "/") ? target + name.substring(folder.length()) : name;
  }
}
