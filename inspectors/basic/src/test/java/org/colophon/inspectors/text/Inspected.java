// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;

/** Inspects texts, and applies patches as the format defines. */
final class Inspected {
  private static final Path NOWHERE = Path.of("/nonexistent");

  private Inspected() {}

  static Content content(byte[] bytes) {
    return bytes == null ? Content.absent() : Contents.of(bytes, NOWHERE);
  }

  static String patch(byte[] before, byte[] after, long equal, Map<String, String> options)
      throws IOException {
    return patch("/lab/a.txt", before, after, equal, options);
  }

  static String patch(
      String path, byte[] before, byte[] after, long equal, Map<String, String> options)
      throws IOException {
    Change change =
        new Change(Bytes.of(path), "text/plain", content(before), content(after), equal);
    List<Finding> found = new TextInspectorFactory().create(options).inspect(change);
    return found.isEmpty() ? "" : withoutStates(found.get(0).data());
  }

  /** Returns a patch without the digests of both contents, which it must have. */
  static String withoutStates(Bytes patch) {
    PatchStates states = PatchStates.of(patch);
    assertThat(states).isNotNull();
    return patch.slice(states.bytes().length(), patch.length()).toString();
  }

  static String patch(String before, String after) throws IOException {
    return patch(bytes(before), bytes(after), 0, Map.of());
  }

  static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** Applies a patch to a text; fails if it does not fit exactly. */
  static String apply(String text, String patch) {
    List<String> old = lines(text);
    List<String> result = new ArrayList<>();
    int at = 0;
    List<String> script = lines(patch);
    for (int i = 0; i < script.size(); i++) {
      String line = script.get(i);
      boolean isLast = i + 1 < script.size() && script.get(i + 1).startsWith("\\ No newline");
      String content = isLast ? line.substring(1, line.length() - 1) : line.substring(1);
      if (line.startsWith("@@")) {
        String[] range = line.split("[-, +@]+")[1].split(",");
        boolean isEmpty = line.matches("@@ -\\d+,0 .*\\R?");
        int start = Integer.parseInt(range[0]) - (isEmpty ? 0 : 1);
        result.addAll(old.subList(at, start));
        at = start;
      } else if (line.startsWith(" ") || (line.startsWith("-") && !line.startsWith("--- /"))) {
        if (!old.get(at).equals(content)) {
          throw new AssertionError("line " + at + " is " + old.get(at) + ", not " + content);
        }
        at++;
        if (line.startsWith(" ")) {
          result.add(content);
        }
      } else if (line.startsWith("+") && !line.startsWith("+++ /")) {
        result.add(content);
      }
    }
    result.addAll(old.subList(at, old.size()));
    return String.join("", result);
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
  }
}
