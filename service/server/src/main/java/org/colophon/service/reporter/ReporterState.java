package org.colophon.service.reporter;

/** What an attached reporter is doing. */
public enum ReporterState {
  /** Its thread is about to run it. */
  STARTING,
  RUNNING,
  /** It was asked to end and hands over what it has. */
  DRAINING,
  /** It ended, because it was asked to or its source did. */
  STOPPED,
  /** It could not go on; the reason says why. */
  FAILED
}
