// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jnr.ffi.Runtime;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Libc;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mount.Mounter;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Simulates the error of a request that is aborted during its delivery. Linux returns this error
 * only if an abort happens within a few instructions, which a test cannot provoke.
 */
@Tag("jdk")
class SessionIT {
  private static final long TIMEOUT_MILLIS = 60_000;

  @TempDir Path directory;

  /** Number of reads that will fail, and their error. */
  private final AtomicInteger failures = new AtomicInteger();

  private volatile int failure;

  /** True if only reads after the unmount fail. */
  private volatile boolean onlyAtTheEnd;

  private final CountDownLatch ended = new CountDownLatch(1);
  private Mounter mounter;
  private Mirror mirror;
  private Session session;
  private Path mount;

  @BeforeEach
  void serve() throws Exception {
    Path source = Files.createDirectory(directory.resolve("source")).toRealPath();
    mount = Files.createDirectory(directory.resolve("mount")).toRealPath();
    Files.writeString(source.resolve("file"), "text");
    Os real = Os.load();
    Os os = real.with(failing(real.libc));
    mirror = Mirror.open(os, source.toString().getBytes(StandardCharsets.UTF_8));
    mounter = new Mounter(os, Bytes.of(mount.toString()));
    int mode = mirror.root().type();
    int fd = mounter.mount(new Mounter.Options(Bytes.of(source.toString()), mode, false, false));
    ServingOptions options = new ServingOptions(1, true, false, 0, 0, false, false);
    session = new Session(os, fd, mirror, options, () -> MirrorObserver.NONE, ended::countDown);
  }

  @AfterEach
  void unmount() {
    mounter.unmount(true);
    session.await(TIMEOUT_MILLIS);
    mirror.close();
  }

  private Libc failing(Libc real) {
    return (Libc)
        Proxy.newProxyInstance(
            Libc.class.getClassLoader(),
            new Class<?>[] {Libc.class},
            (proxy, method, arguments) -> {
              boolean isRequest = method.getName().equals("read");
              if (isRequest && !onlyAtTheEnd && fails()) {
                return -1L;
              }
              try {
                Object result = method.invoke(real, arguments);
                boolean hasFailed = isRequest && (long) result < 0;
                return hasFailed && onlyAtTheEnd && fails() ? -1L : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private boolean fails() {
    boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    if (fails) {
      Runtime.getSystemRuntime().setLastError(failure);
    }
    return fails;
  }

  private void awaitEnd() throws InterruptedException {
    assertThat(ended.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)).as("session has ended").isTrue();
  }

  @Test
  void continuesAfterAbortedRequest() throws Exception {
    for (int error : new int[] {Errno.ECONNABORTED, Errno.ENOENT, Errno.EINTR, Errno.EAGAIN}) {
      failure = error;
      failures.set(2);

      assertThat(mount.resolve("file")).as(Errno.text(error)).hasContent("text");
      assertThat(mount.resolve("file")).as(Errno.text(error)).hasContent("text");
      assertThat(session.failure()).isNull();
      assertThat(failures).hasValue(0);
    }
  }

  @Test
  void endsWithoutFailureIfUnmountAbortsRequest() throws Exception {
    failure = Errno.ECONNABORTED;
    onlyAtTheEnd = true;
    failures.set(1);

    assertThat(mounter.unmount(false)).isTrue();

    awaitEnd();
    assertThat(session.failure()).isNull();
    assertThat(failures).as("requests still to be aborted").hasValue(0);
  }

  @Test
  void endsWithFailureIfRequestsCannotBeRead() throws Exception {
    failure = Errno.EIO;
    failures.set(1);

    Path file = mount.resolve("file");
    assertThatThrownBy(() -> Files.readString(file)).isInstanceOf(IOException.class);
    awaitEnd();
    assertThat(session.failure()).hasMessageContaining("cannot read requests of the mount");
  }
}
