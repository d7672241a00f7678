// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.Arrays;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.RequestContext;

/** The names of a path, each terminated by zero. One thread. */
final class PathNames {
  private final Os os;
  private NativeBuffer names;
  private int[] starts = new int[16];
  private int count;

  PathNames(Os os) {
    this.os = os;
    this.names = os.buffer(256);
  }

  /** Reads a path that starts with a slash. */
  PathNames read(long address) {
    byte[] path = Libfuse.MEMORY.getZeroTerminatedByteArray(address);
    if (names.size() <= path.length) {
      names = os.buffer(2 * path.length);
    }
    count = 0;
    for (int i = 0; i < path.length - 1; i++) {
      if (path[i] == '/') {
        path[i] = 0;
        add(i + 1);
      }
    }
    names.putText(0, path);
    return this;
  }

  private void add(int start) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
    }
    starts[count++] = start;
  }

  /** Returns the number of names; 0 for the root. */
  int count() {
    return count;
  }

  /** Sets the name of the next operation. */
  void name(RequestContext request, int index) {
    request.name(names, starts[index]);
  }

  /** Sets the last name as the other name of the next operation. */
  void otherName(RequestContext request) {
    request.otherName(names, starts[count - 1]);
  }
}
