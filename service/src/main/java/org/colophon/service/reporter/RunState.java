// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

/** State of the service, or of an attached reporter. */
public enum RunState {
  /** A service opens and recovers its store; a reporter's thread has not started yet. */
  STARTING,
  RUNNING,
  /**
   * A service rejects requests while reporters and adapters end; a reporter publishes its last
   * operations.
   */
  DRAINING,
  /** Stopped on request. For a reporter, also stopped after its source ended. */
  STOPPED,
  /** The start failed, recording failed permanently, or stopping took too long. */
  FAILED
}
