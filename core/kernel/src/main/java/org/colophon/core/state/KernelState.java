package org.colophon.core.state;

/** What a kernel is doing. */
public enum KernelState {
  RUNNING,
  /** It met a failure that it cannot go on from; nothing more is recorded. */
  FAILED,
  CLOSED
}
