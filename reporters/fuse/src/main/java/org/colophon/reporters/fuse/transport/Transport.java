// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.transport;

import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.plugin.Plugin;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.MirrorObserver;

/** A kind of connection between Linux and a mirror; found by name. Any thread. */
public interface Transport extends Plugin {
  /**
   * Checks that the transport can serve here. Called before mounting.
   *
   * @throws ColophonException TOOL_MISSING if a library or program is absent
   */
  default void check() {}

  /**
   * Performs the handshake with Linux and starts serving.
   *
   * @param fd descriptor of the mounted {@code /dev/fuse}, which the transport takes over, also if
   *     this call fails.
   * @param observers creates an observer for each serving thread, on that thread.
   * @param whenEnding called when a thread has failed, and when serving ends, on any thread.
   * @throws ColophonException if serving cannot start; then the caller unmounts
   */
  Serving serve(
      Os os,
      int fd,
      Mirror mirror,
      ServingOptions options,
      Supplier<MirrorObserver> observers,
      Runnable whenEnding);
}
