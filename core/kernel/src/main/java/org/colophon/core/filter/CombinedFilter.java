// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.filter.CaptureFilter;

/** Combines filters: each may exclude, and all redact in order. */
record CombinedFilter(List<CaptureFilter> filters) implements CaptureFilter {
  @Override
  public boolean excludesProcess(ProcessDeclaration declaration) {
    return filters.stream().anyMatch(each -> each.excludesProcess(declaration));
  }

  @Override
  public boolean excludesObject(ObjectDeclaration declaration) {
    return filters.stream().anyMatch(each -> each.excludesObject(declaration));
  }

  @Override
  public boolean excludesName(Bytes name) {
    return filters.stream().anyMatch(each -> each.excludesName(name));
  }

  @Override
  public ProcessDeclaration redact(ProcessDeclaration declaration) {
    ProcessDeclaration redacted = declaration;
    for (CaptureFilter each : filters) {
      redacted = each.redact(redacted);
    }
    return redacted;
  }

  @Override
  public Bytes redact(String type, Bytes data) {
    Bytes redacted = data;
    for (CaptureFilter each : filters) {
      redacted = each.redact(type, redacted);
    }
    return redacted;
  }
}
