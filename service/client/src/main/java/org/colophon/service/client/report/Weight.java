package org.colophon.service.client.report;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;

/** About how many bytes a declaration takes while it is kept. */
final class Weight {
  private Weight() {}

  static int of(ProcessDeclaration declaration) {
    int arguments = declaration.arguments().stream().mapToInt(Bytes::length).sum();
    return declaration.identity().length() + declaration.executable().length() + arguments;
  }

  static int of(ObjectDeclaration declaration) {
    return declaration.identity().length() + declaration.label().length();
  }
}
