// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.tika;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.tika.config.TikaConfig;
import org.apache.tika.exception.TikaException;
import org.apache.tika.extractor.DocumentSelector;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.ChangeTable;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Compares the metadata of two files. Skips embedded files and discards the text. The configuration
 * next to this class excludes parsers that start programs (text recognition, media tools). Tika
 * omits its parser of RAR, because the module leaves out that parser's library.
 */
final class MetadataInspector implements Inspector {
  private static final String TYPE = "file/metadata";
  private static final String CONFIG = "tika-config.xml";
  private @Nullable AutoDetectParser parser;

  @Override
  public List<Finding> inspect(Change change) throws IOException {
    Map<String, String> before = metadata(change, change.before());
    Map<String, String> after = metadata(change, change.after());
    return new ChangeTable("metadata", change.mediaType()).compare(before, after).findings(TYPE);
  }

  private Map<String, String> metadata(Change change, Content content) throws IOException {
    Map<String, String> values = new TreeMap<>();
    if (!content.exists() || content.sizeBytes() == 0) {
      return values;
    }
    Metadata metadata = new Metadata();
    metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, change.name().display());
    ParseContext context = new ParseContext();
    context.set(DocumentSelector.class, embedded -> false);
    try (InputStream in = TikaInputStream.get(content.file())) {
      parser().parse(in, new DefaultHandler(), metadata, context);
    } catch (SAXException | TikaException e) {
      throw new IOException("Tika cannot read it: " + e.getMessage(), e);
    }
    for (String name : metadata.names()) {
      if (!isAboutParsing(name)) {
        values.put(name, String.join(", ", metadata.getValues(name)));
      }
    }
    return values;
  }

  private static boolean isAboutParsing(String name) {
    return name.startsWith("X-TIKA:") || name.equals(TikaCoreProperties.RESOURCE_NAME_KEY);
  }

  private AutoDetectParser parser() throws IOException {
    if (parser == null) {
      try (InputStream config = MetadataInspector.class.getResourceAsStream(CONFIG)) {
        parser = new AutoDetectParser(new TikaConfig(config));
      } catch (TikaException | SAXException e) {
        throw new IOException("Tika does not start: " + e.getMessage(), e);
      }
    }
    return parser;
  }
}
