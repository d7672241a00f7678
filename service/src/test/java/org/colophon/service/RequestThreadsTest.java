// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RequestThreadsTest {
  @TempDir private Path temp;

  /** Plug-ins are found through the context class loader. */
  @Test
  void createsAttachedReporterWithPluginsOfService() throws Exception {
    ServiceConfig config =
        ServiceConfig.of(temp.resolve("store")).withAdapters(List.of(AdapterSpec.of("graphlike")));
    Thread own = Thread.currentThread();
    ClassLoader before = own.getContextClassLoader();
    try (URLClassLoader plugins = new URLClassLoader(new URL[0], before)) {
      own.setContextClassLoader(plugins);
      Service service = Service.start(config);
      Caller.of(config.socket()).post("/v1/reporters", "{\"reporter\":\"ticker\",\"id\":\"t\"}");
      service.stop();

      assertThat(TickerFactory.creator).isSameAs(plugins);
    } finally {
      own.setContextClassLoader(before);
    }
  }
}
