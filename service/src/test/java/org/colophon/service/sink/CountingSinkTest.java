package org.colophon.service.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.Test;

class CountingSinkTest {
  private final List<String> handedOn = new ArrayList<>();
  private final OperationSink behind =
      (OperationSink)
          Proxy.newProxyInstance(
              OperationSink.class.getClassLoader(),
              new Class<?>[] {OperationSink.class},
              (proxy, method, arguments) -> {
                handedOn.add(method.getName());
                return method.getReturnType() == long.class ? 1L : null;
              });

  /** Includes default methods, since the wrapped sink may override them. */
  @Test
  void delegatesEachCall() throws ReflectiveOperationException {
    OperationSink sink = new CountingSink(behind, "test", new SinkCounters(), new OperationTap(0));
    for (Method method : OperationSink.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
        handedOn.clear();
        method.invoke(sink, arguments(method.getParameterTypes()));
        assertThat(handedOn).as("%s", method).containsExactly(method.getName());
      }
    }
  }

  private static Object[] arguments(Class<?>[] types) {
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = argument(types[i]);
    }
    return arguments;
  }

  private static Object argument(Class<?> type) {
    if (type == long.class) {
      return 1L;
    } else if (type == int.class) {
      return 1;
    } else if (type == Bytes.class) {
      return Bytes.of("/x");
    } else if (type == String.class) {
      return "x";
    } else if (type == int[].class) {
      return new int[0];
    } else if (type == ObjectKind.class) {
      return ObjectKind.FILE;
    }
    return type.isEnum() ? type.getEnumConstants()[0] : null;
  }
}
