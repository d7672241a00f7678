// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the handshake with a socket in place of Linux. */
class InitHandshakeTest {
  private static final int UNIX = 1;
  private static final int SEQUENCED_PACKETS = 5;
  private static final int INIT_EXT = 30;
  private static final int REQUEST_BYTES = Frame.HEADER + 64;
  private static final int ANSWER_BYTES = Frame.OUT_HEADER + 64;

  /** The names of the features in Linux, by bit: include/uapi/linux/fuse.h of Linux 6.18. */
  private static final List<String> NAMES =
      List.of(
          ("ASYNC_READ POSIX_LOCKS FILE_OPS ATOMIC_O_TRUNC EXPORT_SUPPORT BIG_WRITES DONT_MASK"
                  + " SPLICE_WRITE SPLICE_MOVE SPLICE_READ FLOCK_LOCKS HAS_IOCTL_DIR"
                  + " AUTO_INVAL_DATA DO_READDIRPLUS READDIRPLUS_AUTO ASYNC_DIO WRITEBACK_CACHE"
                  + " NO_OPEN_SUPPORT PARALLEL_DIROPS HANDLE_KILLPRIV POSIX_ACL ABORT_ERROR"
                  + " MAX_PAGES CACHE_SYMLINKS NO_OPENDIR_SUPPORT EXPLICIT_INVAL_DATA"
                  + " MAP_ALIGNMENT SUBMOUNTS HANDLE_KILLPRIV_V2 SETXATTR_EXT INIT_EXT"
                  + " INIT_RESERVED SECURITY_CTX HAS_INODE_DAX CREATE_SUPP_GROUP HAS_EXPIRE_ONLY"
                  + " DIRECT_IO_ALLOW_MMAP PASSTHROUGH NO_EXPORT_SUPPORT HAS_RESEND ALLOW_IDMAP"
                  + " OVER_IO_URING REQUEST_TIMEOUT")
              .split(" "));

  private final Os os = Os.load();
  private int kernel;
  private int own;

  @BeforeEach
  void connect() {
    NativeBuffer pair = os.buffer(8);
    os.result(os.libc.socketpair(UNIX, SEQUENCED_PACKETS, 0, pair.address()));
    kernel = pair.getInt(0);
    own = pair.getInt(4);
  }

  @AfterEach
  void disconnect() {
    os.libc.close(kernel);
    os.libc.close(own);
  }

  private void offer(int minor, long flags) {
    NativeBuffer request = os.buffer(REQUEST_BYTES);
    request.putInt(0, REQUEST_BYTES);
    request.putInt(4, Opcode.INIT);
    request.putLong(8, 1);
    request.putInt(Frame.HEADER, 7);
    request.putInt(Frame.HEADER + 4, minor);
    request.putInt(Frame.HEADER + 8, 131_072);
    request.putInt(Frame.HEADER + 12, (int) flags);
    request.putInt(Frame.HEADER + 16, (int) (flags >>> Integer.SIZE));
    assertThat(os.libc.write(kernel, request.address(), REQUEST_BYTES)).isEqualTo(REQUEST_BYTES);
  }

  private NativeBuffer answer() {
    NativeBuffer answer = os.buffer(ANSWER_BYTES);
    assertThat(os.libc.read(kernel, answer.address(), ANSWER_BYTES)).isPositive();
    return answer;
  }

  private static long flags(NativeBuffer answer) {
    long low = Integer.toUnsignedLong(answer.getInt(Frame.OUT_HEADER + 12));
    return low | (long) answer.getInt(Frame.OUT_HEADER + 32) << Integer.SIZE;
  }

  /** Returns whether each feature is used, as documented. */
  private static Map<String, Boolean> documented() throws IOException {
    Pattern name = Pattern.compile("`([A-Z][A-Z0-9_]+)`");
    Map<String, Boolean> features = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("../../docs/reference/fuse.md"))) {
      String[] cells = line.split(" *\\| *", -1);
      if (cells.length > 3 && cells[2].matches("(yes|no)\\b.*")) {
        boolean isUsed = cells[2].startsWith("yes");
        name.matcher(cells[1])
            .results()
            .map(each -> each.group(1))
            .filter(NAMES::contains) // other rows have no feature
            .forEach(each -> put(features, each, isUsed));
      }
    }
    return features;
  }

  private static void put(Map<String, Boolean> features, String name, boolean isUsed) {
    assertThat(features.put(name, isUsed)).as("first use of feature %s", name).isNull();
  }

  @Test
  void usesDocumentedFeaturesIfAllAreOffered() throws IOException {
    offer(45, -1);
    InitHandshake.agree(os, own, true, () -> true);

    long agreed = flags(answer());
    Map<String, Boolean> used = new TreeMap<>();
    for (int bit = 0; bit < NAMES.size(); bit++) {
      used.put(NAMES.get(bit), (agreed >>> bit & 1) != 0);
    }
    assertThat(documented()).isEqualTo(used);
    assertThat(agreed >>> NAMES.size()).as("features that Linux does not define").isZero();
  }

  @Test
  void repliesWithLimits() {
    offer(45, -1);
    InitHandshake.agree(os, own, true, () -> true);

    NativeBuffer answer = answer();
    int body = Frame.OUT_HEADER;
    assertThat(answer.getInt(0)).isEqualTo(ANSWER_BYTES);
    assertThat(answer.getInt(4)).as("error of the reply").isZero();
    assertThat(answer.getInt(body)).as("major version").isEqualTo(7);
    assertThat(answer.getInt(body + 8)).as("readahead").isEqualTo(131_072);
    assertThat(answer.getInt(body + 20)).as("largest write").isEqualTo(1 << 20);
    assertThat(answer.getInt(body + 24)).as("granularity of times, ns").isEqualTo(1);
    assertThat(answer.getInt(body + 28) & 0xffff).as("pages per request").isEqualTo(256);
  }

  @Test
  void usesOnlyOfferedFeatures() {
    offer(45, 1 | ~0L << Integer.SIZE); // without INIT_EXT the upper half is undefined
    InitHandshake.agree(os, own, true, () -> true);

    assertThat(flags(answer())).isEqualTo(1);
    assertThat(NAMES.indexOf("INIT_EXT")).isEqualTo(INIT_EXT);
  }

  @Test
  void rejectsTooOldLinux() {
    offer(33, -1);

    assertThatThrownBy(() -> InitHandshake.agree(os, own, true, () -> true))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("7.33")
        .extracting(each -> ((ColophonException) each).code())
        .isEqualTo(ErrorCode.TOOL_MISSING);
    assertThat(answer().getInt(4)).as("error of the reply").isNegative();
  }
}
