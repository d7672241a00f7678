package org.colophon.benchmarks.peer;

/** Receives the other ends of operations. */
@FunctionalInterface
public interface PeerVisitor {
  /**
   * Receives an operation, or the last of several with the same other end.
   *
   * @param other the process of an object's operation, the object of a process's
   */
  void met(long other, long lsn);
}
