// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage.visitor;

import java.util.List;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;

/** Receives objects with their names from a {@link LineageReader}. Must not close the reader. */
@FunctionalInterface
public interface NamesVisitor {
  /**
   * Receives an object and all names that it ever had, in LSN order.
   *
   * @param object an id, which may be unused
   */
  void names(long object, List<NameBinding> names);
}
