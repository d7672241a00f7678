// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.office;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/** Makes inspectors of office documents. */
public final class OfficeInspectorFactory extends NamedPlugin implements InspectorFactory {
  private static final List<String> GLOBS =
      List.of(
          "*.docx", "*.docm", "*.dotx", "*.xlsx", "*.xlsm", "*.pptx", "*.pptm", "*.odt", "*.ods",
          "*.odp", "*.odg");
  private static final long MAX_BYTES = 64L << 20;

  public OfficeInspectorFactory() {
    super(
        "office",
        "author, title, revision and other properties of documents (office/metadata)",
        List.of());
  }

  @Override
  public InspectorTraits traits() {
    return InspectorTraits.of(GLOBS, List.of()).withMaxBytes(MAX_BYTES);
  }

  @Override
  public Inspector create(Map<String, String> given) {
    new PluginOptions(this, given);
    return new OfficeInspector();
  }
}
