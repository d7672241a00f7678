package org.colophon.service;

/** What a service is doing. */
public enum ServiceState {
  /** Opening the store, recovering it, and attaching reporters. */
  STARTING,
  RUNNING,
  /** Nobody is let in any more; reporters end and adapters take over what is there. */
  DRAINING,
  STOPPED,
  /**
   * It could not start, or recording stopped and only a restart helps, or stopping took too long.
   */
  FAILED
}
