// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.office;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a part with properties. Each element is a property with its text. An attribute names a
 * user-defined property. Each attribute of the statistics element is a property. Refuses document
 * type declarations, which only XML bombs have.
 */
record PropertyReader(PropertyNames names, Map<String, Object> properties) {
  private static final int MAX_PROPERTIES = 1_000;
  private static final int MAX_DEPTH = 32;

  /** Limit of a value's length; repeated elements add no text beyond it. */
  private static final int MAX_VALUE = 2_000;

  private static final int PROPERTY_DEPTH = 2;

  void read(byte[] part, String place) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(part));
      read(xml, place);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(place + " in it is not XML as expected: " + e.getMessage(), e);
    }
  }

  private void read(XMLStreamReader xml, String place) throws XMLStreamException, IOException {
    // ODF has one more enclosing element.
    int wanted = names == PropertyNames.OPEN_DOCUMENT ? PROPERTY_DEPTH + 1 : PROPERTY_DEPTH;
    int depth = 0;
    String name = null;
    StringBuilder value = new StringBuilder();
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.DTD ->
            throw new IOException(place + " in it has a document type declaration");
        case XMLStreamConstants.START_ELEMENT -> {
          if (++depth > MAX_DEPTH) {
            throw new IOException(place + " in it is nested too deeply");
          }
          if (depth == wanted) {
            name = name(xml);
            value.setLength(0);
          }
        }
        case XMLStreamConstants.CHARACTERS -> value.append(xml.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          if (depth-- == wanted) {
            put(name, value.toString().strip());
          }
        }
        default -> {}
      }
    }
  }

  /**
   * Returns the property of the element; null if it has none. Uses the element's attributes if they
   * hold the property.
   */
  private @Nullable String name(XMLStreamReader xml) {
    String given = null;
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String attribute = xml.getAttributeLocalName(i);
      if (xml.getLocalName().equals("document-statistic")) {
        put(names.of(attribute), xml.getAttributeValue(i));
      } else if (attribute.equals("name")) {
        given = "custom: " + xml.getAttributeValue(i);
      }
    }
    return given != null ? given : names.of(xml.getLocalName());
  }

  /** Adds a property. Numbers stay numbers, so that they are compared as numbers. */
  private void put(@Nullable String name, String value) {
    if (name == null || value.isEmpty() || properties.size() >= MAX_PROPERTIES) {
      return;
    }
    Object known = properties.get(name);
    if (known == null) {
      properties.put(name, parsed(value));
    } else if (!(known instanceof String text) || text.length() < MAX_VALUE) {
      properties.put(name, known + ", " + value);
    }
  }

  /** Returns the value as a number or text. Digits with leading zeros are a code and stay text. */
  private static Object parsed(String value) {
    boolean areDigits = value.length() < 10 && value.chars().allMatch(c -> c >= '0' && c <= '9');
    boolean isNumber = areDigits && (value.length() == 1 || value.charAt(0) != '0');
    return isNumber ? Long.valueOf(value) : value;
  }
}
