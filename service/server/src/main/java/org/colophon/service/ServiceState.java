package org.colophon.service;

/** State of a service. */
public enum ServiceState {
  /** The store is opened and recovered, and reporters are attached. */
  STARTING,
  RUNNING,
  /** Requests are refused while reporters and adapters end. */
  DRAINING,
  STOPPED,
  /** The start failed, recording stopped for good, or stopping took too long. */
  FAILED
}
