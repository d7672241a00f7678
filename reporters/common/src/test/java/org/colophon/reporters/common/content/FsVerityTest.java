// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.reporters.common.CoreLibc;
import org.colophon.reporters.common.SharedLibc;
import org.junit.jupiter.api.Test;

/** Tests digests of fs-verity with a simulated answer of Linux. */
class FsVerityTest {
  private static final Path FILE = Path.of("/srv/file");
  private static final int DESCRIPTOR = 7;

  private final List<String> calls = new ArrayList<>();
  private int descriptor = DESCRIPTOR;
  private int status;
  private int algorithm;
  private int size;

  private String measure() {
    CoreLibc libc =
        (CoreLibc)
            Proxy.newProxyInstance(
                CoreLibc.class.getClassLoader(),
                new Class<?>[] {CoreLibc.class},
                (proxy, method, arguments) -> call(method.getName(), arguments));
    return new FsVerity(libc).measure(FILE);
  }

  private int call(String name, Object[] arguments) {
    calls.add(name);
    return switch (name) {
      case "open" -> descriptor;
      case "ioctl" -> answer((int) arguments[0], (long) arguments[1], (byte[]) arguments[2]);
      default -> 0;
    };
  }

  /** Answers as Linux does. The caller gives the size of its buffer. */
  private int answer(int fd, long request, byte[] structure) {
    ByteBuffer digest = ByteBuffer.wrap(structure).order(ByteOrder.nativeOrder());
    assertThat(fd).isEqualTo(DESCRIPTOR);
    assertThat(request).isEqualTo(0xc0046686L);
    assertThat(digest.getShort(2)).isEqualTo((short) (structure.length - 4));
    digest.putShort(0, (short) algorithm).putShort(2, (short) size);
    Arrays.fill(structure, 4, 4 + size, (byte) 0xab);
    return status;
  }

  @Test
  void returnsDigestsOfKnownAlgorithms() {
    algorithm = 1;
    size = 32;
    assertThat(measure()).isEqualTo("ab".repeat(32));
    assertThat(calls).containsExactly("open", "ioctl", "close");

    algorithm = 2;
    size = 64;
    assertThat(measure()).isEqualTo("ab".repeat(64));
  }

  @Test
  void returnsNoDigestOfUnknownAlgorithmOrOtherSize() {
    algorithm = 3;
    size = 32;
    assertThat(measure()).isNull();

    algorithm = 2;
    assertThat(measure()).isNull();
  }

  @Test
  void returnsNoDigestIfLinuxRefuses() {
    status = -1;
    algorithm = 1;
    size = 32;
    assertThat(measure()).isNull();
    assertThat(calls).containsExactly("open", "ioctl", "close");

    descriptor = -1;
    calls.clear();
    assertThat(measure()).isNull();
    assertThat(calls).containsExactly("open");
  }

  @Test
  void returnsNoDigestOfOrdinaryOrAbsentFile() {
    assertThat(new FsVerity(SharedLibc.get()).measure(Path.of("/etc/passwd"))).isNull();
    assertThat(new FsVerity(SharedLibc.get()).measure(Path.of("/absent"))).isNull();
  }
}
