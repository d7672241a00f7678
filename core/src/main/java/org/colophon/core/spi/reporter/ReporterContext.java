package org.colophon.core.spi.reporter;

/** What the kernel gives a running reporter. */
public interface ReporterContext {
  /** A new sink for one thread of the reporter. */
  OperationSink newSink();

  /** This machine's stable id, for identities. */
  String hostId();

  /** The id of this boot of the operating system, for identities. */
  String bootId();
}
