package org.colophon.core.fanout;

/** What an adapter's runner is doing. */
public enum AdapterState {
  /** Being given what another adapter holds, since the journal does not have it any more. */
  FILLING,
  /** Reading what was journaled before this run. */
  CATCHING_UP,
  /** Following the journal's end. */
  RUNNING,
  /** The adapter failed for good; the reason is in its status. Others go on. */
  FAILED,
  STOPPED
}
