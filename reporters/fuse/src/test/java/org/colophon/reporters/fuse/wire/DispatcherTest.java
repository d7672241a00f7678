// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.TestNodes;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the replies to single requests, without a mount. */
class DispatcherTest {
  private static final int ROOT = 1;
  private static final int DIRECT_IO = 1;
  private static final int NOFLUSH = 1 << 5;
  private static final int READ_ONLY = 0;

  @TempDir Path directory;

  private final Os os = Os.load();
  private final Frame frame = new Frame(os, 1 << 16);
  private Mirror mirror;
  private Dispatcher dispatcher;

  @BeforeEach
  void open() throws Exception {
    Files.writeString(directory.resolve("file"), "text");
    mirror = Mirror.open(os, directory.toString().getBytes(StandardCharsets.UTF_8));
    serve(new ServingOptions(1, true, false, 1_500_000_000L, 2_000_000_001L, false, false));
  }

  @AfterEach
  void close() {
    mirror.close();
  }

  private void serve(ServingOptions options) {
    dispatcher = new Dispatcher(os, mirror, TestNodes.request(os), frame, options);
  }

  private int request(int opcode, long node) {
    frame.opcode = opcode;
    frame.nodeId = node;
    return dispatcher.handle();
  }

  private long lookUp() {
    return lookUp("file");
  }

  private long lookUp(String name) {
    frame.in.putText(Frame.ARGUMENTS, name.getBytes(StandardCharsets.US_ASCII));
    assertThat(request(Opcode.LOOKUP, ROOT)).isPositive();
    return frame.out.getLong(Frame.BODY);
  }

  private int openFlags(int flags) {
    long node = lookUp();
    open(node, flags);
    return frame.out.getInt(Frame.BODY + 8);
  }

  @Test
  void repliesWithValidityOfNamesAndStatus() {
    lookUp();

    assertThat(frame.out.getLong(Frame.BODY + 16)).as("validity of the name, seconds").isEqualTo(2);
    assertThat(frame.out.getLong(Frame.BODY + 24))
        .as("validity of the status, seconds")
        .isEqualTo(1);
    assertThat(frame.out.getInt(Frame.BODY + 32)).as("validity of the name, ns").isEqualTo(1);
    assertThat(frame.out.getInt(Frame.BODY + 36))
        .as("validity of the status, ns")
        .isEqualTo(500_000_000);
  }

  @Test
  void opensWithDirectIoAndWithoutFlush() {
    assertThat(openFlags(READ_ONLY)).isEqualTo(DIRECT_IO | NOFLUSH);
    assertThat(openFlags(Flags.O_WRONLY)).isEqualTo(DIRECT_IO | NOFLUSH);
  }

  @Test
  void requestsFlushOfWritableFilesIfOrdered() {
    serve(new ServingOptions(1, true, true, 0, 0, false, false));
    assertThat(openFlags(READ_ONLY)).isEqualTo(DIRECT_IO | NOFLUSH);
    assertThat(openFlags(Flags.O_WRONLY)).isEqualTo(DIRECT_IO);
  }

  @Test
  void usesPageCacheForReadsIfRequested() {
    serve(new ServingOptions(1, false, false, 0, 0, false, false));
    assertThat(openFlags(READ_ONLY)).isEqualTo(NOFLUSH);
  }

  private long open(long node, int flags) {
    frame.in.putInt(Frame.ARGUMENTS, flags);
    frame.in.putInt(Frame.ARGUMENTS + 4, 0);
    assertThat(request(Opcode.OPEN, node)).isPositive();
    return frame.out.getLong(Frame.BODY);
  }

  @Test
  void invalidatesTargetOfCopyThatLosesSetUserId() throws Exception {
    Path copy = Files.writeString(directory.resolve("copy"), "");
    Files.setAttribute(copy, "unix:mode", 04755);
    long from = lookUp();
    long to = lookUp("copy");
    long fromFile = open(from, READ_ONLY);
    long toFile = open(to, Flags.O_WRONLY);

    long[] arguments = {fromFile, 0, to, toFile, 0, 4, 0};
    for (int i = 0; i < arguments.length; i++) {
      frame.in.putLong(Frame.ARGUMENTS + 8 * i, arguments[i]);
    }
    assertThat(request(Opcode.COPY_FILE_RANGE, from)).isPositive();

    assertThat(copy).hasContent("text");
    assertThat(dispatcher.outdatedNode().id()).isEqualTo(to);
    assertThat(dispatcher.outdatedNode()).isNull();
  }

  @Test
  void forgetsBatchOfNodes() {
    long node = lookUp();
    assertThat(lookUp()).isEqualTo(node);
    assertThat(mirror.nodes.size()).isEqualTo(2);

    frame.in.putInt(Frame.ARGUMENTS, 2);
    for (int i = 0; i < 2; i++) {
      frame.in.putLong(Frame.ARGUMENTS + 8 + 16 * i, node);
      frame.in.putLong(Frame.ARGUMENTS + 16 + 16 * i, 1);
    }
    assertThat(request(Opcode.BATCH_FORGET, 0)).isEqualTo(Dispatcher.SILENT);

    assertThat(mirror.nodes.size()).isEqualTo(1);
  }
}
