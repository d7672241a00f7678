// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.record.RecordText;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/** Exports GraphML. Edges lead from effect to cause, like PROV's relations. */
final class GraphmlExporter {
  private GraphmlExporter() {}

  private static final String[][] KEYS = {
    {"incomplete", "graph", "string"},
    {"host", "node", "string"},
    {"uri", "node", "string"},
    {"type", "node", "string"},
    {"name", "node", "string"},
    {"formerName", "node", "string"},
    {"command", "node", "string"},
    {"version", "node", "int"},
    {"sha256", "node", "string"},
    {"gitBlob", "node", "string"},
    {"boundLsn", "node", "long"},
    {"depth", "node", "int"},
    {"kind", "edge", "string"},
    {"relation", "edge", "string"},
    {"firstLsn", "edge", "long"},
    {"lastLsn", "edge", "long"},
    {"firstTime", "edge", "string"},
    {"lastTime", "edge", "string"},
    {"count", "edge", "long"},
    {"bytes", "edge", "long"},
    {"attempted", "edge", "boolean"},
    {"changes", "edge", "string"},
  };

  /** Keys that only a lineage over several hosts uses. */
  private static final Set<String> HOST_KEYS = Set.of("host", "uri");

  static void write(Lineage lineage, ExportOptions options, OutputStream out) throws IOException {
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out, "UTF-8");
      document(xml, lineage);
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IOException("cannot write GraphML: " + e.getMessage(), e);
    }
  }

  private static void document(XMLStreamWriter xml, Lineage lineage) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("graphml");
    xml.writeDefaultNamespace("http://graphml.graphdrawing.org/xmlns");
    for (String[] key : KEYS) {
      if (HOST_KEYS.contains(key[0]) && !lineage.summary().hosts().isOfSeveral()) {
        continue;
      }
      xml.writeEmptyElement("key");
      xml.writeAttribute("id", key[0]);
      xml.writeAttribute("for", key[1]);
      xml.writeAttribute("attr.name", key[0]);
      xml.writeAttribute("attr.type", key[2]);
    }
    xml.writeStartElement("graph");
    xml.writeAttribute("id", "lineage");
    xml.writeAttribute("edgedefault", "directed");
    for (String loss : LeftOut.losses(lineage)) {
      data(xml, "incomplete", loss);
    }
    for (LineageNode node : lineage.nodes()) {
      node(xml, node);
    }
    Map<Integer, String> changes = RecordText.byEdge(lineage);
    for (int i = 0; i < lineage.edges().size(); i++) {
      edge(xml, lineage.edges().get(i), lineage, changes.get(i));
    }
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private static void node(XMLStreamWriter xml, LineageNode node) throws XMLStreamException {
    xml.writeStartElement("node");
    xml.writeAttribute("id", node.key());
    if (!node.host().isEmpty()) {
      data(xml, "host", node.host());
    }
    String uri = NodeText.uri(node);
    if (!uri.isEmpty()) {
      data(xml, "uri", uri);
    }
    data(xml, "type", node.isProcess() ? "process" : "object");
    data(xml, "name", node.name().display());
    if (!node.formerName().isEmpty()) {
      data(xml, "formerName", node.formerName().display());
    }
    if (node.isProcess()) {
      data(xml, "command", NodeText.command(node));
    } else {
      data(xml, "version", Integer.toString(node.version()));
    }
    if (node.digest() != null) {
      data(xml, "sha256", node.digest().sha256());
      data(xml, "gitBlob", node.digest().git());
    }
    data(xml, "boundLsn", Long.toString(node.boundLsn()));
    data(xml, "depth", Integer.toString(node.depth()));
    xml.writeEndElement();
  }

  private static void edge(
      XMLStreamWriter xml, LineageEdge edge, Lineage lineage, @Nullable String changes)
      throws XMLStreamException {
    xml.writeStartElement("edge");
    xml.writeAttribute("source", lineage.effect(edge).key());
    xml.writeAttribute("target", lineage.cause(edge).key());
    data(xml, "kind", edge.kind().name().toLowerCase(Locale.ROOT));
    data(xml, "relation", edge.kind().relation().provName());
    data(xml, "firstLsn", Long.toString(edge.firstLsn()));
    if (edge.lastLsn() != Lsn.OPEN) {
      data(xml, "lastLsn", Long.toString(edge.lastLsn()));
    }
    time(xml, "firstTime", edge.firstNanos());
    time(xml, "lastTime", edge.lastNanos());
    data(xml, "count", Long.toString(edge.count()));
    data(xml, "bytes", Long.toString(edge.bytes()));
    data(xml, "attempted", Boolean.toString(edge.isAttempted()));
    if (changes != null) {
      data(xml, "changes", changes);
    }
    xml.writeEndElement();
  }

  private static void time(XMLStreamWriter xml, String key, long nanos) throws XMLStreamException {
    if (nanos != 0) {
      data(xml, key, DisplayText.instant(nanos));
    }
  }

  private static void data(XMLStreamWriter xml, String key, String value)
      throws XMLStreamException {
    xml.writeStartElement("data");
    xml.writeAttribute("key", key);
    xml.writeCharacters(value);
    xml.writeEndElement();
  }
}
