// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ForwardingSinkTest {
  /** Methods that fill an operation have the same names in both types. */
  private static final Set<String> OPERATIONS =
      Arrays.stream(Operation.class.getMethods())
          .filter(method -> method.getReturnType() == Operation.class)
          .map(Method::getName)
          .collect(Collectors.toSet());

  /** Short forms of {@code endUnit}, with the step that each takes. */
  private static final Map<String, TransactionStep> STEPS =
      Arrays.stream(TransactionStep.values())
          .collect(Collectors.toMap(step -> step.name().toLowerCase(Locale.ROOT), step -> step));

  private final Operation operation = new Operation();
  private List<Object> forwarded = List.of();
  private final ForwardingSink sink = new ForwardingSink(proxy()) {};

  private OperationSink proxy() {
    return (OperationSink)
        Proxy.newProxyInstance(
            OperationSink.class.getClassLoader(),
            new Class<?>[] {OperationSink.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("operation")) {
                return operation;
              }
              forwarded = call(method, arguments);
              return result(method.getReturnType());
            });
  }

  private static Object result(Class<?> type) {
    if (type == long.class) {
      return 77L;
    }
    return type == boolean.class ? true : null;
  }

  private static List<Object> call(Method method, Object[] arguments) {
    return arguments == null
        ? List.of(method.getName())
        : Stream.concat(Stream.of(method.getName()), Arrays.stream(arguments)).toList();
  }

  /** Returns all methods, except a short form that makes a declaration. */
  static Stream<Method> methods() {
    return Arrays.stream(OperationSink.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !method.getName().equals("operation"))
        .filter(method -> !List.of(method.getParameterTypes()).contains(ObjectKind.class));
  }

  /** The other sink may override default methods too. */
  @ParameterizedTest
  @MethodSource("methods")
  void forwardsMethodWithItsArgumentsAndResult(Method method) throws ReflectiveOperationException {
    Object[] arguments = arguments(method.getParameterTypes());
    Object result = method.invoke(sink, arguments);
    if (OPERATIONS.contains(method.getName())) {
      assertThat(forwarded).containsExactly("accept", operation);
      assertThat(operation.timeNanos()).isEqualTo(arguments[arguments.length - 1]);
    } else if (STEPS.containsKey(method.getName())) {
      assertThat(forwarded).containsExactly("endUnit", STEPS.get(method.getName()), arguments[0]);
    } else {
      assertThat(forwarded).startsWith(call(method, arguments).toArray());
    }
    assertThat(result).isEqualTo(result(method.getReturnType()));
  }

  @Test
  void fillsTheOperationOfTheOtherSink() {
    assertThat(sink.operation()).isSameAs(operation);
    assertThat(OPERATIONS).hasSize(Operation.Type.values().length);
  }

  private static Object[] arguments(Class<?>[] types) {
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = argument(types[i], i);
    }
    return arguments;
  }

  private static Object argument(Class<?> type, int position) {
    if (type == long.class) {
      return 10L + position;
    } else if (type == int.class) {
      return position;
    } else if (type == Bytes.class) {
      return Bytes.of("/" + position);
    } else if (type == String.class) {
      return "text" + position;
    } else if (type == int[].class) {
      return new int[] {position};
    } else if (type == Operation.class) {
      return new Operation();
    }
    return type.isEnum() ? type.getEnumConstants()[0] : null;
  }
}
