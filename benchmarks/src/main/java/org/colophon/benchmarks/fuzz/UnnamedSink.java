// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuzz;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.testing.reporters.RecordingSink;

/**
 * Keeps operations in memory. Takes any path, as a kernel's sink does, by a name made of its hash.
 * The sink of the tests refuses paths that are not normal. One thread.
 */
final class UnnamedSink extends ForwardingSink {
  UnnamedSink() {
    super(new RecordingSink());
  }

  private static Bytes named(Bytes path) {
    return Bytes.of("path://" + path.hashCode());
  }

  @Override
  public long resolve(Bytes path) {
    return super.resolve(named(path));
  }

  @Override
  public boolean isBound(Bytes path, long object) {
    return super.isBound(named(path), object);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    return super.objectAt(named(path), declaration, timeNanos);
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    super.bind(process, named(path), object, timeNanos);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    super.unbind(process, named(path), timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    super.rename(process, named(from), named(to), timeNanos);
  }
}
