// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PatchStates;

/**
 * Applies a patch of the inspector {@code text} backwards. The digest of the result decides, so a
 * wrong content is never returned. Any thread.
 */
public final class ReversePatch {
  private static final Pattern ENCODING =
      Pattern.compile("# encoding: (\\S+)(?: before, (\\S+) after)?");
  private static final List<String> PARTIAL = List.of("# truncated:", "# binary ", "# lines are ");
  private static final String MARK = "\ufeff";
  private static final byte[] EMPTY = {};

  private final PatchStates states;

  /** Lines at the beginning, each with {@code #}. */
  private final List<String> remarks;

  private final byte[] patch;

  private ReversePatch(PatchStates states, Bytes patch) {
    this.states = states;
    this.patch = patch.toArray();
    this.remarks = remarks(patch);
  }

  private static List<String> remarks(Bytes patch) {
    return new String(patch.toArray(), UTF_8)
        .lines()
        .takeWhile(line -> line.startsWith("#"))
        .toList();
  }

  /** Returns the remark why a patch cannot be applied backwards; empty if it can. */
  static String problem(Bytes patch, PatchStates states) {
    Stream<String> partial =
        remarks(patch).stream().filter(line -> PARTIAL.stream().anyMatch(line::startsWith));
    return states.before().size() == 0 ? "" : partial.findFirst().orElse("").replace("# ", "");
  }

  /**
   * Returns the content before a patch.
   *
   * @param after the content after it
   * @throws ColophonException BAD_INPUT if a content is not the one that the patch names
   */
  public static byte[] before(Bytes patch, byte[] after) {
    PatchStates states = PatchStates.of(patch);
    if (states == null || !sha256(after).equals(states.after().sha256())) {
      throw ErrorCode.BAD_INPUT.exception("the patch belongs to another content");
    }
    return new ReversePatch(states, patch).before(after);
  }

  /** Returns the SHA-256 in lower-case hexadecimal. */
  public static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java platform has it
    }
  }

  private byte[] before(byte[] after) {
    if (states.before().size() == 0) {
      return EMPTY;
    }
    return readings().stream()
        .flatMap(reading -> before(reading, after))
        .filter(each -> sha256(each).equals(states.before().sha256()))
        .findFirst()
        .orElseThrow(
            () -> ErrorCode.BAD_INPUT.exception("the patch does not lead to the digest it names"));
  }

  /**
   * A way to read a patch that does not tell all: an encoding may be that of its lines only, and a
   * byte order mark may have been removed.
   */
  private record Reading(Charset patch, Charset after, Charset before, String mark) {}

  private List<Reading> readings() {
    Matcher named =
        remarks.stream().map(ENCODING::matcher).filter(Matcher::matches).findFirst().orElse(null);
    Charset old = named == null ? UTF_8 : charset(named.group(1));
    Charset now = named == null || named.group(2) == null ? old : charset(named.group(2));
    if (old.equals(UTF_8) && now.equals(UTF_8)) {
      // Each byte is read as a character, since unchanged lines may be malformed.
      return List.of(new Reading(ISO_8859_1, ISO_8859_1, ISO_8859_1, ""));
    }
    Reading plain = new Reading(UTF_8, now, old, "");
    return isWide(old)
        ? List.of(plain, new Reading(UTF_8, now, old, MARK))
        : List.of(plain, new Reading(UTF_8, ISO_8859_1, ISO_8859_1, ""));
  }

  private static Charset charset(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalArgumentException e) {
      throw ErrorCode.BAD_INPUT.exception("the patch names the unknown encoding " + name, e);
    }
  }

  private static boolean isWide(Charset charset) {
    return charset.name().startsWith("UTF-16") || charset.name().startsWith("UTF-32");
  }

  /** Returns the content before the patch; empty if the patch does not fit. */
  private Stream<byte[]> before(Reading reading, byte[] after) {
    String text = new String(after, reading.after());
    boolean isMarked = isWide(reading.after()) && text.startsWith(MARK);
    try {
      String reversed =
          new ReversedText(isMarked ? text.substring(1) : text)
              .apply(new String(patch, reading.patch()));
      return Stream.of((reading.mark() + reversed).getBytes(reading.before()));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Stream.empty();
    }
  }
}
