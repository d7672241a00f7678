package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Declares elements at first use, so that a name moves between entities in order. An entity has its
 * IRI as name, and its location or label if that is a path.
 */
final class Declarer {
  private final OperationSink sink;
  private final ProvRecords kept;
  private final Refusals refusals;

  Declarer(OperationSink sink, ProvRecords kept, Refusals refusals) {
    this.sink = sink;
    this.kept = kept;
    this.refusals = refusals;
  }

  /** Returns the sink's id of a node. */
  long id(ProvNode node) {
    if (node.id == 0) {
      node.id = node.isActivity ? process(node) : object(node);
      for (ProvRecord each : node.declarations) {
        kept.keep(each, node.isActivity ? node.id : 0, node.isActivity ? 0 : node.id, 0);
      }
    }
    return node.id;
  }

  /** Returns an identity shared between documents; empty for blank names and names of one store. */
  private static Bytes identity(ProvNode node) {
    boolean isLocal = node.isBlank() || node.isOurs() || node.iri.indexOf('\0') >= 0;
    return isLocal ? Bytes.EMPTY : Identities.of("prov", node.iri);
  }

  private static String title(ProvNode node) {
    String label = node.text("prov:label");
    return label.isEmpty() ? node.name : label;
  }

  private long process(ProvNode node) {
    String executable = node.text("colophon:executable");
    String title = title(node);
    List<Bytes> arguments = executable.isEmpty() ? List.of() : ShellWords.split(title);
    String pid = node.text("colophon:pid");
    return sink.process(
        new ProcessDeclaration(
            identity(node),
            pid.matches("[0-9]{1,18}") ? Long.parseLong(pid) : 0,
            ShownBytes.of(executable.isEmpty() ? title : executable),
            arguments,
            Bytes.EMPTY,
            XsdTime.nanos(node.text("prov:startTime"))),
        0);
  }

  private long object(ProvNode node) {
    List<Bytes> names = names(node);
    ObjectKind kind = node.isAgent ? ObjectKind.AGENT : kind(node, names);
    ObjectDeclaration declaration =
        new ObjectDeclaration(kind, identity(node), ShownBytes.of(title(node)));
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
    if (!node.isBlank() && !node.isOurs()) {
      names.add(Bytes.of(node.iri));
    }
    String place = node.text("prov:location");
    String path = place.isEmpty() ? node.text("prov:label") : place;
    if (path.startsWith("file:///")) {
      path = path.substring("file://".length());
    }
    if (isPath(path) || (node.isOurs() && path.contains("://"))) {
      names.add(ShownBytes.of(path));
    }
    return names;
  }

  /** Returns whether the text is a normalized absolute path. */
  private static boolean isPath(String text) {
    String ended = text + "/";
    return text.startsWith("/")
        && text.length() > 1
        && !ended.contains("//")
        && !ended.contains("/./")
        && !ended.contains("/../");
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
