// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

import java.io.OutputStream;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.colophon.query.layout.Box;

/**
 * Writes an SVG picture of boxes and lines, light or dark as the viewer prefers. Call begin, then
 * lines, then boxes, then {@link #end}. Escapes all texts. Writes no scripts and no external
 * references.
 */
public final class SvgWriter {
  private static final int CAPTION_HEIGHT = 20;
  private static final String STYLE =
      """
      .page { fill: #ffffff }
      text { font: %dpx sans-serif; fill: #1b1b1b }
      .box { stroke: #4a5a6a }
      .process .box { fill: #fff2cc }
      .object .box { fill: #dae8fc }
      .root .box { stroke-width: 3 }
      .incomplete .box { stroke: #c62828; stroke-dasharray: 5 3 }
      .edge path { fill: none; stroke: #6b7785 }
      .edge:hover path { stroke: #c62828; stroke-width: 2 }
      .weak path { stroke-dasharray: 4 3 }
      .arrow { fill: #6b7785 }
      @media (prefers-color-scheme: dark) {
        .page { fill: #16191d }
        text { fill: #e8e8e8 }
        .process .box { fill: #4a3f1c }
        .object .box { fill: #1f3a57 }
        .incomplete .box { stroke: #ff7b72 }
      }
      """
          .formatted(Box.FONT_SIZE);

  private final XMLStreamWriter xml;

  /** Constructs a writer of UTF-8. Leaves the stream open. */
  public SvgWriter(OutputStream out) throws XMLStreamException {
    this.xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out, "UTF-8");
  }

  /** Begins a picture, with captions below the drawing. */
  public void begin(int width, int height, List<String> captions) throws XMLStreamException {
    int all = height + CAPTION_HEIGHT * captions.size();
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("svg");
    xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
    attributes("width", width, "height", all, "viewBox", "0 0 " + width + " " + all);
    text("title", "Lineage");
    text("style", STYLE);
    xml.writeStartElement("marker");
    attributes("id", "end", "viewBox", "0 0 8 8", "refX", 8, "refY", 4);
    attributes("markerWidth", 8, "markerHeight", 8, "orient", "auto");
    empty("path", "class", "arrow", "d", "M0 0L8 4L0 8z");
    xml.writeEndElement();
    empty("rect", "class", "page", "width", "100%", "height", "100%");
    for (int i = 0; i < captions.size(); i++) {
      caption(captions.get(i), height + CAPTION_HEIGHT * i);
    }
  }

  private void caption(String caption, int y) throws XMLStreamException {
    text("text", caption, "class", "caption", "x", 8, "y", y);
  }

  /**
   * Writes a line with an arrow at its end.
   *
   * @param points pairs of x and y; without points, draws nothing
   */
  public void line(String style, String title, int[] points) throws XMLStreamException {
    if (points.length == 0) {
      return;
    }
    xml.writeStartElement("g");
    attributes("class", style);
    text("title", title);
    empty("path", "d", path(points), "marker-end", "url(#end)");
    xml.writeEndElement();
  }

  /** Returns a path whose horizontal segments are connected by curves. */
  private static String path(int[] points) {
    StringBuilder path = new StringBuilder("M").append(points[0]).append(' ').append(points[1]);
    for (int i = 2; i < points.length; i += 2) {
      int x = points[i];
      int y = points[i + 1];
      int middle = (points[i - 2] + x) / 2;
      if (y == points[i - 1]) {
        path.append('H').append(x);
      } else {
        path.append('C').append(middle).append(' ').append(points[i - 1]).append(' ');
        path.append(middle).append(' ').append(y).append(' ').append(x).append(' ').append(y);
      }
    }
    return path.toString();
  }

  /** Writes a box with its label, and its title as a tooltip. */
  public void box(String id, String style, String title, String label, int x, int y, Box box)
      throws XMLStreamException {
    xml.writeStartElement("g");
    attributes("id", id, "class", style);
    text("title", title);
    int radius = style.contains("process") ? 4 : box.height() / 2;
    empty(
        "rect",
        "class",
        "box",
        "x",
        x,
        "y",
        y,
        "width",
        box.width(),
        "height",
        box.height(),
        "rx",
        radius);
    int baseline = y + box.height() / 2 + Box.FONT_SIZE / 3;
    text("text", label, "x", x + box.width() / 2, "y", baseline, "text-anchor", "middle");
    xml.writeEndElement();
  }

  /** Ends the picture and flushes. */
  public void end() throws XMLStreamException {
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.flush();
  }

  private void text(String element, String text, Object... attributes) throws XMLStreamException {
    xml.writeStartElement(element);
    attributes(attributes);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }

  private void empty(String element, Object... attributes) throws XMLStreamException {
    xml.writeEmptyElement(element);
    attributes(attributes);
  }

  private void attributes(Object... namesAndValues) throws XMLStreamException {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      xml.writeAttribute(namesAndValues[i].toString(), namesAndValues[i + 1].toString());
    }
  }
}
