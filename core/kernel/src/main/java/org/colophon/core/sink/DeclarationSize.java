// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;

/** Estimates the bytes that a declaration takes in the journal. */
final class DeclarationSize {
  private DeclarationSize() {}

  static long of(Object declaration) {
    return declaration instanceof ProcessDeclaration process
        ? of(process)
        : of((ObjectDeclaration) declaration);
  }

  private static long of(ProcessDeclaration declaration) {
    long bytes =
        (long) declaration.identity().length()
            + declaration.executable().length()
            + declaration.directory().length();
    for (Bytes argument : declaration.arguments()) {
      bytes += 1 + argument.length();
    }
    return bytes;
  }

  private static long of(ObjectDeclaration declaration) {
    return (long) declaration.identity().length() + declaration.label().length();
  }
}
