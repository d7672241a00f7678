package org.colophon.reporters.strace.replay;

import java.util.Map;
import org.colophon.core.model.Bytes;

/** A machine with a few symbolic links and a script. */
record FakeSurroundings(Map<Bytes, Bytes> links) implements Surroundings {
  @Override
  public Bytes linkTarget(Bytes path) {
    return links.get(path);
  }

  @Override
  public Bytes interpreter(Bytes path) {
    return path.toString().endsWith(".sh") ? Bytes.of("/bin/sh") : null;
  }

  @Override
  public boolean isFolder(Bytes path) {
    return false;
  }

  @Override
  public Map<Integer, Bytes> inherited() {
    return Map.of(0, Bytes.of("/dev/null"), 1, Bytes.of("pipe:[5]"));
  }

  @Override
  public Stranger stranger(int pid) {
    return null;
  }

  @Override
  public long user() {
    return 1000;
  }
}
