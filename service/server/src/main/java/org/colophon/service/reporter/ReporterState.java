package org.colophon.service.reporter;

/** State of an attached reporter. */
public enum ReporterState {
  /** Its thread has not started yet. */
  STARTING,
  RUNNING,
  /** It was asked to end and hands over its operations. */
  DRAINING,
  /** It ended on request or with its source. */
  STOPPED,
  /** It failed; the status has the reason. */
  FAILED
}
