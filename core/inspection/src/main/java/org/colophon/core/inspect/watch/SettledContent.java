package org.colophon.core.inspect.watch;

/**
 * What a file held before and after it was written. Whoever gets it closes it once.
 *
 * @param before what it held when it was settled last; null if it was new
 * @param equalPrefixBytes so many bytes at the beginning were not touched
 */
public record SettledContent(Snapshot before, Snapshot after, long equalPrefixBytes)
    implements AutoCloseable {
  @Override
  public void close() {
    if (before != null) {
      before.close();
    }
    after.close();
  }
}
