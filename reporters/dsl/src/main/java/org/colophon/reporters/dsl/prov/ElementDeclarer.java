// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.DisplayText;
import org.colophon.reporters.dsl.text.Times;

/**
 * Declares elements at first use, so that a name moves between entities in order. An entity has its
 * IRI as name, and its location or label if that is a path.
 */
final class ElementDeclarer {
  private final OperationSink sink;
  private final ProvRecords stored;
  private final ProvRefusals refusals;

  ElementDeclarer(OperationSink sink, ProvRecords stored, ProvRefusals refusals) {
    this.sink = sink;
    this.stored = stored;
    this.refusals = refusals;
  }

  long id(ProvNode node) {
    if (node.id == 0) {
      node.id = node.isActivity ? process(node) : object(node);
      for (ProvRecord each : node.declarations) {
        stored.keep(each, node);
      }
    }
    return node.id;
  }

  /**
   * Returns an identity that documents share; empty for blank nodes and for names that are valid in
   * one store only. An export by Colophon contains the original IRI of an imported element.
   */
  private static Bytes identity(ProvNode node) {
    String iri = node.isOurs() ? node.text("colophon:iri") : node.iri;
    boolean isLocal = node.isBlank() || iri.isEmpty() || iri.indexOf('\0') >= 0;
    return isLocal ? Bytes.EMPTY : Identities.of("prov", iri);
  }

  private static String title(ProvNode node) {
    String label = node.text("prov:label");
    return label.isEmpty() ? node.name : label;
  }

  private long process(ProvNode node) {
    String executable = node.text("colophon:executable");
    String title = title(node);
    List<Bytes> arguments = executable.isEmpty() ? List.of() : DisplayText.splitCommand(title);
    String pid = node.text("colophon:pid");
    return sink.process(
        new ProcessDeclaration(
            identity(node),
            pid.matches("[0-9]{1,18}") ? Long.parseLong(pid) : 0,
            DisplayText.decode(executable.isEmpty() ? title : executable),
            arguments,
            Bytes.EMPTY,
            Times.isoNanos(node.text("prov:startTime"))),
        0);
  }

  private long object(ProvNode node) {
    List<Bytes> names = names(node);
    ObjectKind kind = node.isAgent ? ObjectKind.AGENT : kind(node, names);
    ObjectDeclaration declaration =
        new ObjectDeclaration(kind, identity(node), DisplayText.decode(title(node)));
    long id = sink.object(declaration, 0);
    for (Bytes name : names) {
      if (sink.resolve(name) != id) {
        refusals.attempt(node.name, () -> sink.bind(0, name, id, 0));
      }
    }
    return id;
  }

  private static List<Bytes> names(ProvNode node) {
    List<Bytes> names = new ArrayList<>();
    if (!node.isBlank() && !node.isOurs() && !node.iri.isEmpty()) {
      names.add(Bytes.of(node.iri));
    }
    String place = node.text("prov:location");
    String path = place.isEmpty() ? node.text("prov:label") : place;
    if (path.startsWith("file:///")) {
      path = path.substring("file://".length());
    }
    if (isPath(path) || (node.isOurs() && path.contains("://"))) {
      names.add(DisplayText.decode(path));
    }
    return names;
  }

  private static boolean isPath(String text) {
    return text.startsWith("/") && text.length() > 1 && !(text + "/").contains("/../");
  }

  private static ObjectKind kind(ProvNode node, List<Bytes> names) {
    String said = node.text("colophon:kind").toUpperCase(Locale.ROOT);
    for (ObjectKind kind : ObjectKind.values()) {
      if (kind.name().equals(said)) {
        return kind;
      }
    }
    boolean isFile = names.stream().anyMatch(name -> !name.isEmpty() && name.at(0) == '/');
    return isFile ? ObjectKind.FILE : ObjectKind.OTHER;
  }
}
