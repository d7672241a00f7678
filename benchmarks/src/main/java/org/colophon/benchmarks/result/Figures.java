// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of measured values by the names of their columns, in the order of the table. */
public final class Figures extends LinkedHashMap<String, Object> {
  private static final long serialVersionUID = 1;

  /** Creates an empty row. */
  public Figures() {}

  /** Returns a row with one value. */
  public static Figures of(String name, Object value) {
    return new Figures().and(name, value);
  }

  /** Adds a value. */
  public Figures and(String name, @Nullable Object value) {
    put(name, value);
    return this;
  }

  /** Returns a list with only this row. */
  public List<Figures> row() {
    return List.of(this);
  }

  /** Returns a number. */
  public double number(String name) {
    return ((Number) value(name)).doubleValue();
  }

  /** Returns a value that is present. */
  public Object value(String name) {
    return Objects.requireNonNull(get(name), name);
  }
}
