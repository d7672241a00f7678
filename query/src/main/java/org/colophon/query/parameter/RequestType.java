// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.parameter;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the requests of a record type. Each component has a {@link Parameter}, or is a
 * record of such components.
 *
 * @param <R> the record type
 */
public record RequestType<R>(Class<R> type) {
  /** Returns the parameters in the order of the components. */
  public List<ParameterSpec> parameters() {
    return components()
        .flatMap(
            each ->
                each.getType().isRecord()
                    ? new RequestType<>(each.getType()).parameters().stream()
                    : Stream.of(ParameterSpec.of(each)))
        .toList();
  }

  private Stream<RecordComponent> components() {
    return Arrays.stream(type.getRecordComponents());
  }

  /** Reads a request. Validates its parameters. */
  public R read(Parameters parameters, int maxNodes) {
    return create(spec -> spec.read(parameters, maxNodes));
  }

  /**
   * Creates a request.
   *
   * @param values returns the value of a parameter; null if it is absent
   */
  public R create(Function<ParameterSpec, Object> values) {
    Class<?>[] types = components().map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] arguments = components().map(each -> value(each, values)).toArray();
    try {
      return type.getConstructor(types).newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a request is a public record", e);
    }
  }

  private static @Nullable Object value(
      RecordComponent component, Function<ParameterSpec, Object> values) {
    if (component.getType().isRecord()) {
      return new RequestType<>(component.getType()).create(values);
    }
    ParameterSpec spec = ParameterSpec.of(component);
    Object value = values.apply(spec);
    spec.check(value);
    if (value == null) {
      return spec.isRepeated() ? List.of() : spec.type() == boolean.class ? false : null;
    }
    return value;
  }

  /** Writes the parameters of a request. Omits absent ones and flags that are false. */
  public void write(Object request, BiConsumer<String, Object> out) {
    components().forEach(each -> write(each, request, out));
  }

  private static void write(
      RecordComponent component, Object request, BiConsumer<String, Object> out) {
    Object value;
    try {
      value = component.getAccessor().invoke(request);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a request is a public record", e);
    }
    if (component.getType().isRecord()) {
      new RequestType<>(component.getType()).write(value, out);
      return;
    }
    String name = ParameterSpec.of(component).name();
    if (value instanceof List<?> values) {
      values.forEach(each -> out.accept(name, each));
    } else if (value instanceof Enum<?> constant) {
      out.accept(name, constant.name().toLowerCase(Locale.ROOT));
    } else if (value != null && !value.equals(false)) {
      out.accept(name, value);
    }
  }
}
