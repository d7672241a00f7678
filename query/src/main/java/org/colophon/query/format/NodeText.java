// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.LineageNode;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;

/** Formats names, commands, times and sizes for display. Every result is one terminal-safe line. */
public final class NodeText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");

  /** Text for a version whose start was caused by no recorded process. */
  public static final String UNRECORDED = "changed by something not recorded";

  private static final int MAX_LABEL = 28;

  private NodeText() {}

  /**
   * Returns the command line of a process or the name of an object. If it is empty, returns the
   * target text.
   */
  public static String title(LineageNode node, String directory) {
    boolean isHere = node.host().isEmpty();
    String name = node.isProcess() ? command(node) : relative(node.name(), isHere ? directory : "");
    String title = name.isEmpty() ? node.target() : name;
    return isHere ? title : node.host() + ":" + title;
  }

  /**
   * Returns the title. Adds the object's former name, and a remark if no recorded process began the
   * version.
   */
  public static String titleWithFormer(LineageNode node, String directory) {
    boolean isChanged = node.start() != null && node.start().isUnrecorded();
    String title = title(node, directory) + (isChanged ? " (" + UNRECORDED + ")" : "");
    return node.formerName().isEmpty()
        ? title
        : title + " (was " + relative(node.formerName(), directory) + ")";
  }

  /**
   * Returns {@code file://HOST/path} for a file whose host is known, with escaped bytes where a URI
   * needs them. Returns an empty string for any other node.
   */
  public static String uri(LineageNode node) {
    boolean isFile = !node.isProcess() && node.name().startsWith(Bytes.of("/"));
    if (!isFile || node.host().isEmpty()) {
      return "";
    }
    StringBuilder uri = new StringBuilder("file://").append(node.host());
    for (byte each : node.name().toArray()) {
      char c = (char) (each & 0xff);
      boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || "/-._~".indexOf(c) >= 0);
      uri.append(isPlain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return uri.toString();
  }

  /**
   * Returns a short title. Omits the directories of programs and long paths, and shortens long
   * texts.
   */
  public static String label(LineageNode node, String directory) {
    String title = title(node, directory);
    int firstWord = title.indexOf(' ');
    int program = firstWord < 0 ? title.length() : firstWord;
    boolean isLong = title.length() > MAX_LABEL;
    int slash = node.isProcess() ? title.lastIndexOf('/', program) : title.lastIndexOf('/');
    boolean isCut = slash >= 0 && (node.isProcess() ? title.charAt(0) == '/' : isLong);
    String text = isCut ? title.substring(slash + 1) : title;
    return isStep(node) ? Lines.fitStart(text, MAX_LABEL) : Lines.fitLine(text, MAX_LABEL);
  }

  /**
   * Returns true for a source's step, such as a statement. The first words of its command identify
   * a step.
   */
  private static boolean isStep(LineageNode node) {
    return node.process() != null && node.process().declaration().pid() == 0;
  }

  /** Returns the command line. Quotes arguments as a shell requires. */
  public static String command(LineageNode node) {
    return node.process() == null ? node.name().display() : command(node.process());
  }

  public static String command(ProcessInfo process) {
    ProcessDeclaration declaration = process.declaration();
    return declaration.arguments().isEmpty()
        ? declaration.executable().display()
        : command(declaration.keptArguments(), declaration.isCut());
  }

  /**
   * Returns arguments as a command line for a shell, with a remark if the last ones are missing.
   */
  public static String command(List<Bytes> arguments, boolean isCut) {
    String command = arguments.stream().map(NodeText::argument).collect(Collectors.joining(" "));
    return isCut ? command + " ... (arguments cut)" : command;
  }

  private static String argument(Bytes argument) {
    String text = argument.display();
    boolean isPlain =
        !text.isEmpty() && text.chars().noneMatch(c -> " \"'|&;<>()$`*?".indexOf(c) >= 0);
    return isPlain ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /**
   * Returns a name relative to a directory if it is a path below the directory. Marks the path of
   * an absent file.
   */
  public static String relative(Bytes name, String directory) {
    Bytes path = AbsentName.path(name);
    Bytes base = Bytes.of(directory.endsWith("/") ? directory : directory + "/");
    boolean isBelow =
        !directory.isEmpty() && path.startsWith(base) && path.length() > base.length();
    String text = (isBelow ? path.slice(base.length(), path.length()) : path).display();
    return AbsentName.isName(name) ? "absent: " + text : text;
  }

  /** Formats a time; returns a dash if it is unknown. */
  public static String time(long nanos, ZoneId zone) {
    if (nanos == 0) {
      return "-";
    }
    return TIME.format(DisplayText.toInstant(nanos).atZone(zone));
  }

  public static String lsns(long first, long last) {
    return first == last ? Long.toString(first) : first + ".." + Lsn.format(last);
  }

  /** Returns a sentence about a loss of capture. */
  public static String gap(Gap gap) {
    String whose = gap.process() == 0 ? "" : " in process:" + gap.process();
    if (!gap.detail().isEmpty()) {
      return gap.cause().text() + whose + ": " + DisplayText.text(gap.detail());
    }
    return gap.cause().text() + whose + " (" + gap.count() + ", known at LSN " + gap.lsn() + ")";
  }
}
