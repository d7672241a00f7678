// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import java.util.List;
import java.util.function.Supplier;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.transport.Serving;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.colophon.reporters.fuse.transport.Transport;

/** Serves by {@link Session}s. */
public final class RawTransport extends NamedPlugin implements Transport {
  /** The name of this transport. */
  public static final String NAME = "raw";

  public RawTransport() {
    super(NAME, "the protocol of /dev/fuse, without libfuse", List.of());
  }

  @Override
  public Serving serve(
      Os os,
      int fd,
      Mirror mirror,
      ServingOptions options,
      Supplier<MirrorObserver> observers,
      Runnable whenEnding) {
    return new Session(os, fd, mirror, options, observers, whenEnding);
  }
}
