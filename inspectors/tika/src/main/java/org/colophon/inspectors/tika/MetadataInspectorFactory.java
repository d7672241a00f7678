// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.tika;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/** Makes inspectors of metadata. They always run in the worker JVM. */
public final class MetadataInspectorFactory extends NamedPlugin implements InspectorFactory {
  private static final List<String> TYPES =
      List.of(
          "image/*",
          "audio/*",
          "video/*",
          "application/pdf",
          "application/rtf",
          "application/epub+zip",
          "application/zip",
          "application/msword",
          "application/vnd.ms-excel",
          "application/vnd.ms-powerpoint");
  private static final long MAX_BYTES = 64L << 20;
  private static final long TIMEOUT_MILLIS = 20_000;
  private static final int WORKER_MEBIBYTES = 256;

  public MetadataInspectorFactory() {
    super(
        "metadata",
        "metadata of PDF, images, audio, archives and other types that Tika knows "
            + "(file/metadata)",
        List.of());
  }

  @Override
  public InspectorTraits traits() {
    return InspectorTraits.of(List.of(), TYPES)
        .withMaxBytes(MAX_BYTES)
        .withTimeoutMillis(TIMEOUT_MILLIS)
        .isolated(List.of("*/*"), WORKER_MEBIBYTES);
  }

  @Override
  public Inspector create(Map<String, String> given) {
    new PluginOptions(this, given);
    return new MetadataInspector();
  }
}
