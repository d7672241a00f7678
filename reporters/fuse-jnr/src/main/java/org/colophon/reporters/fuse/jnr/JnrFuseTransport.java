// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.List;
import java.util.function.Supplier;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.transport.Serving;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.colophon.reporters.fuse.transport.Transport;

/** Serves by {@link LibfuseSession}s. */
public final class JnrFuseTransport extends NamedPlugin implements Transport {
  public JnrFuseTransport() {
    super("jnr-fuse", "the high-level API of libfuse 2", List.of());
  }

  @Override
  public void check() {
    Libfuse.load();
  }

  @Override
  public Serving serve(
      Os os,
      int fd,
      Mirror mirror,
      ServingOptions options,
      Supplier<MirrorObserver> observers,
      Runnable whenEnding) {
    return LibfuseSession.start(os, fd, mirror, options, observers, whenEnding);
  }
}
