package org.colophon.reporters.fuse.mirror;

import java.nio.charset.StandardCharsets;
import org.colophon.reporters.fuse.os.NativeBuffer;

/** Lists of extended attribute names, each ended by a zero byte. */
final class AttributeNames {
  /** Only the superuser may see these. */
  private static final byte[] TRUSTED = "trusted.".getBytes(StandardCharsets.US_ASCII);

  private AttributeNames() {}

  static boolean haveTrusted(NativeBuffer names, int at, int length) {
    for (int name = at; name < at + length; name = names.textEnd(name)) {
      if (isTrusted(names, name)) {
        return true;
      }
    }
    return false;
  }

  /** Removes them and returns the new length. */
  static int dropTrusted(NativeBuffer names, int at, int length) {
    int end = at;
    int next;
    for (int name = at; name < at + length; name = next) {
      next = names.textEnd(name);
      if (!isTrusted(names, name)) {
        names.copy(end, names, name, next - name);
        end += next - name;
      }
    }
    return end - at;
  }

  private static boolean isTrusted(NativeBuffer names, int name) {
    for (int i = 0; i < TRUSTED.length; i++) {
      if (names.get(name + i) != TRUSTED[i]) {
        return false; // stops at the terminating zero
      }
    }
    return true;
  }
}
