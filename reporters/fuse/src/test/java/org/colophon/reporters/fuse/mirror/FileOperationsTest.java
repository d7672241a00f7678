// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.Runtime;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.AlteredLibc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests opening and writing files without a mount. */
class FileOperationsTest {
  private static final int F_GETFL = 3;

  private static final long PROMISE = 5;

  @TempDir Path directory;

  /** Names of functions that were called. */
  private final List<String> called = new ArrayList<>();

  /** Flags with which open fails with EMFILE; 0 for none. */
  private int lacking;

  /** Flags that fcntl rejects. */
  private int refused;

  private final Os os =
      AlteredLibc.of(
          Os.load(),
          (name, arguments, function) -> {
            called.add(name);
            boolean opens = name.equals("openat");
            if (opens && lacking != 0 && ((int) arguments[2] & lacking) == lacking) {
              Runtime.getSystemRuntime().setLastError(Errno.EMFILE);
              return -1;
            }
            if (name.equals("fcntl") && ((long) arguments[2] & refused) != 0) {
              Runtime.getSystemRuntime().setLastError(Errno.EINVAL);
              return -1;
            }
            return function.call();
          });
  private final RequestContext request =
      RequestContext.plain(
          os,
          new MirrorObserver() {
            @Override
            public long syncing(RequestContext own, OpenFile file) {
              return called.contains("pwrite") ? PROMISE : 0;
            }
          });
  private final NativeBuffer text = os.text("text".getBytes(US_ASCII));
  private Mirror mirror;

  @BeforeEach
  void open() {
    mirror = Mirror.open(os, directory.toString().getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void close() {
    mirror.close();
  }

  private OpenFile opened(String content, int flags) throws Exception {
    Files.writeString(directory.resolve("file"), content);
    request.name(os.text("file".getBytes(US_ASCII)), 0);
    Node node = mirror.lookups.find(request, mirror.root());
    return mirror.content.open(request, node, flags, false);
  }

  private int write(OpenFile file, long offset, int flags) {
    return mirror.content.write(request, file, text.address(), 4, offset, flags, false);
  }

  @Test
  void writesMappingAtItsOffsetInAppendMode() throws Exception {
    OpenFile file = opened("0123456789", Flags.O_RDWR | Flags.O_APPEND);

    assertThat(mirror.content.writeMapped(request, file, text.address(), 4, 2, false)).isEqualTo(4);
    assertThat(directory.resolve("file")).hasContent("01text6789");
    assertThat(os.libc.fcntl(file.fd, F_GETFL, 0) & Flags.O_APPEND).isEqualTo(Flags.O_APPEND);

    assertThat(write(file, 0, file.flags)).isEqualTo(4);
    assertThat(directory.resolve("file")).hasContent("01text6789text");
    assertThat(called).doesNotContain("fsync", "fdatasync");
  }

  @Test
  void appliesOtherFlagsWithoutDirectIo() throws Exception {
    refused = Flags.O_DIRECT;
    OpenFile file = opened("0123456789", Flags.O_RDWR);

    assertThat(write(file, 0, Flags.O_RDWR | Flags.O_APPEND | Flags.O_DIRECT)).isEqualTo(4);
    assertThat(directory.resolve("file")).hasContent("0123456789text");
  }

  @Test
  void closesSecondDescriptorWithFile() throws Exception {
    OpenFile file = opened("0123456789", Flags.O_RDWR | Flags.O_APPEND);
    mirror.content.writeMapped(request, file, text.address(), 4, 2, false);
    called.clear();

    mirror.content.release(request, file);

    assertThat(called).containsExactly("statx", "close", "close");
  }

  @Test
  void syncsIfWriteRequestsIt() throws Exception {
    OpenFile file = opened("", Flags.O_RDWR);

    assertThat(write(file, 0, Flags.O_RDWR | Flags.O_DSYNC)).isEqualTo(4);
    assertThat(called).contains("fdatasync").doesNotContain("fsync");
    assertThat(write(file, 0, Flags.O_RDWR | Flags.O_SYNC)).isEqualTo(4);
    assertThat(called).contains("fsync");
  }

  @Test
  void promisesRecordOfSynchronousWriteOnly() throws Exception {
    OpenFile file = opened("", Flags.O_RDWR);

    write(file, 0, Flags.O_RDWR);
    assertThat(request.promise).isZero();
    write(file, 0, Flags.O_RDWR | Flags.O_DSYNC);
    assertThat(request.promise).isEqualTo(PROMISE);
  }

  @Test
  void skipsSyncIfDescriptorIsSynchronous() throws Exception {
    OpenFile file = opened("", Flags.O_RDWR | Flags.O_SYNC);

    assertThat(write(file, 0, file.flags)).isEqualTo(4);
    assertThat(called).doesNotContain("fsync", "fdatasync");
  }

  @Test
  void returnsStaleIfCreatedFileExists() throws Exception {
    Files.writeString(directory.resolve("file"), "old");
    request.name(os.text("file".getBytes(US_ASCII)), 0);

    int flags = Flags.O_WRONLY | Flags.O_TRUNC;
    assertThat(mirror.content.create(request, mirror.root(), flags, 0600)).isNull();
    assertThat(request.error).isEqualTo(-Errno.ESTALE);
    int exclusive = Flags.O_WRONLY | Flags.O_EXCL;
    assertThat(mirror.content.create(request, mirror.root(), exclusive, 0600)).isNull();
    assertThat(request.error).isEqualTo(-Errno.EEXIST);
    assertThat(directory.resolve("file")).hasContent("old");
  }

  @Test
  void reportsDescriptorLimitForUnnamedFile() {
    lacking = Flags.O_PATH;

    assertThat(mirror.content.createUnnamed(request, mirror.root(), Flags.O_RDWR, 0600)).isNull();
    assertThat(request.error).isEqualTo(-Errno.EMFILE);
  }
}
