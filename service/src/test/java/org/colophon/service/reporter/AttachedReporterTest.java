// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.colophon.core.spi.reporter.ReporterContext;
import org.junit.jupiter.api.Test;

class AttachedReporterTest {
  @Test
  void contextOverridesEveryMethodOfTheKernelsContext() throws ReflectiveOperationException {
    Class<?> context = Class.forName(AttachedReporter.class.getName() + "$CountingContext");
    for (Method method : ReporterContext.class.getMethods()) {
      assertThat(context.getMethod(method.getName(), method.getParameterTypes()))
          .extracting(Method::getDeclaringClass)
          .as(method + " among " + Arrays.toString(context.getDeclaredMethods()))
          .isEqualTo(context);
    }
  }
}
