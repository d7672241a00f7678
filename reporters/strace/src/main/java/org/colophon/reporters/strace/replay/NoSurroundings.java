package org.colophon.reporters.strace.replay;

import java.util.Map;
import org.colophon.core.model.Bytes;

final class NoSurroundings implements Surroundings {
  @Override
  public Bytes linkTarget(Bytes path) {
    return null;
  }

  @Override
  public Bytes interpreter(Bytes path) {
    return null;
  }

  @Override
  public boolean isFolder(Bytes path) {
    return false;
  }

  @Override
  public Map<Integer, Link> inherited() {
    return Map.of();
  }

  @Override
  public Stranger stranger(int pid) {
    return null;
  }

  @Override
  public long user() {
    return -1;
  }
}
