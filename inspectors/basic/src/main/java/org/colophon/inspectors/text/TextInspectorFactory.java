// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/** Makes inspectors of texts. */
public final class TextInspectorFactory extends NamedPlugin implements InspectorFactory {
  private static final int DEFAULT_PATCH_BYTES = 256 << 10;
  private static final int DEFAULT_ADDED_BYTES = 32 << 10;

  /** Limit of a patch. A patch may exceed it by a few lines, but never the limit of a finding. */
  private static final int MAX_PATCH_BYTES = 1 << 20;

  private static final int DEFAULT_CONTEXT = 3;
  private static final int MAX_CONTEXT = 100;
  private static final List<PluginOption> OPTIONS =
      List.of(
          new PluginOption(
              "max-patch-bytes",
              "limit of a patch; a longer one is cut, with a remark",
              "" + DEFAULT_PATCH_BYTES),
          new PluginOption(
              "max-added-bytes",
              "limit of a new text; a longer one is cut, with a remark",
              "" + DEFAULT_ADDED_BYTES),
          new PluginOption("context", "lines shown around a change", "" + DEFAULT_CONTEXT));

  public TextInspectorFactory() {
    super("text", "changes of text files, as a unified diff (text/patch)", OPTIONS);
  }

  @Override
  public InspectorTraits traits() {
    List<String> types = List.of("text/*", "application/json", "application/xml");
    return InspectorTraits.of(List.of("*.txt"), types).readingTail();
  }

  @Override
  public Inspector create(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    return new TextInspector(
        options.number("context", DEFAULT_CONTEXT, 0, MAX_CONTEXT),
        options.number("max-patch-bytes", DEFAULT_PATCH_BYTES, 1_000, MAX_PATCH_BYTES),
        options.number("max-added-bytes", DEFAULT_ADDED_BYTES, 1_000, MAX_PATCH_BYTES));
  }
}
