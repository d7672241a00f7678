// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.junit.jupiter.api.Test;

/** Tests the message for a plug-in that does not exist. */
class PluginLoaderTest {
  private static <T extends Plugin> void refuses(Class<T> type, String name, String words) {
    assertThatThrownBy(() -> new PluginLoader<>(type).get(name))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining(words);
  }

  @Test
  void reportsUnknownNameWithKindOfPlugin() {
    refuses(ReporterFactory.class, "fusee", "no reporter 'fusee'; known here: ");
    refuses(InspectorFactory.class, "txt", "no inspector 'txt'; known here: ");
    refuses(StorageAdapterFactory.class, "x", "no storage adapter 'x'; known here: ");
  }
}
