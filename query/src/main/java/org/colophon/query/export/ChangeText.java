package org.colophon.query.export;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.record.RecordText;

/** What was attached to writes, as harmless text. */
final class ChangeText {
  private ChangeText() {}

  /** What each edge has, with its type in front; nothing for edges that have none. */
  static Map<Integer, String> byEdge(Lineage lineage) {
    Map<Integer, String> texts = new HashMap<>();
    for (LineageChange change : lineage.changes()) {
      String text = Bytes.of(change.extended().type()).display() + "\n" + of(change.extended());
      texts.merge(change.edge(), text, (before, after) -> before + "\n" + after);
    }
    return texts;
  }

  /** What a record says, a line each. */
  static String of(ExtendedRecord extended) {
    return String.join("\n", new RecordText("", UnaryOperator.identity(), false).lines(extended));
  }
}
