// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuzz;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.testing.reporters.RecordingSink;

/** Keeps operations in memory. Takes each path in its normal form, as a kernel's sink does. */
final class NormalizingSink extends ForwardingSink {
  NormalizingSink() {
    super(new RecordingSink());
  }

  @Override
  public long resolve(Bytes path) {
    return super.resolve(PathBytes.normal(path));
  }

  @Override
  public boolean isBound(Bytes path, long object) {
    return super.isBound(PathBytes.normal(path), object);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    return super.objectAt(PathBytes.normal(path), declaration, timeNanos);
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    super.bind(process, PathBytes.normal(path), object, timeNanos);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    super.unbind(process, PathBytes.normal(path), timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    super.rename(process, PathBytes.normal(from), PathBytes.normal(to), timeNanos);
  }
}
