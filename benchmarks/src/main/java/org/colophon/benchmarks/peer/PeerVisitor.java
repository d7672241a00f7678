package org.colophon.benchmarks.peer;

/** Receives the objects or processes at the other end of operations. */
@FunctionalInterface
public interface PeerVisitor {
  /**
   * Receives an operation. If several operations have the same other end, receives only the last
   * one.
   *
   * @param other for an object's operations, the process; for a process's operations, the object
   */
  void met(long other, long lsn);
}
