package org.colophon.service.reporter;

/** State of the service, or of an attached reporter. */
public enum RunState {
  /** The store is opened and recovered; a reporter's thread has not started yet. */
  STARTING,
  RUNNING,
  /** Requests are refused while reporters and adapters end; a reporter hands over operations. */
  DRAINING,
  /** Stopped on request. A reporter is also stopped after its source ended. */
  STOPPED,
  /** The start failed, recording stopped for good, or stopping took too long. */
  FAILED
}
