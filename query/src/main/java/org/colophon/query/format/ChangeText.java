package org.colophon.query.format;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.record.RecordText;

/** Records attached to writes, as terminal-safe text. */
public final class ChangeText {
  private ChangeText() {}

  /** Returns the records of each edge, with their types; edges without records are absent. */
  public static Map<Integer, String> byEdge(Lineage lineage) {
    Map<Integer, String> texts = new HashMap<>();
    for (LineageChange change : lineage.changes()) {
      String text = Bytes.of(change.extended().type()).display() + "\n" + of(change.extended());
      texts.merge(change.edge(), text, (before, after) -> before + "\n" + after);
    }
    return texts;
  }

  /** Returns a record as lines. */
  public static String of(ExtendedRecord extended) {
    return String.join("\n", new RecordText("", UnaryOperator.identity(), false).lines(extended));
  }
}
