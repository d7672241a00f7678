// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;

/** Copies records of settings. */
public final class RecordCopy {
  private RecordCopy() {}

  /**
   * Returns a public record with another value of one component. The record checks the value.
   *
   * @throws IllegalArgumentException if the record has no such component
   */
  public static <R extends Record> R with(R original, String component, Object value) {
    RecordComponent[] components = original.getClass().getRecordComponents();
    if (Stream.of(components).noneMatch(one -> one.getName().equals(component))) {
      throw new IllegalArgumentException(original.getClass() + " has no component " + component);
    }
    Object[] values = new Object[components.length];
    try {
      for (int i = 0; i < values.length; i++) {
        boolean isReplaced = components[i].getName().equals(component);
        values[i] = isReplaced ? value : components[i].getAccessor().invoke(original);
      }
      Class<?>[] types =
          Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      @SuppressWarnings("unchecked") // the canonical constructor of the original's class
      R copy = (R) original.getClass().getDeclaredConstructor(types).newInstance(values);
      return copy;
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException refused
          ? refused
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
