package org.colophon.query.export;

import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.format.LineageExporter;
import org.colophon.query.prov.ProvJsonExporter;
import org.colophon.query.prov.ProvNExporter;

/** The known formats by name. */
public final class Exporters {
  private static final List<LineageExporter> ALL =
      List.of(
          new TreeExporter(),
          new TableExporter(),
          new JsonExporter(),
          new DotExporter(),
          new SvgExporter(),
          new ProvJsonExporter(),
          new ProvNExporter(),
          new GraphmlExporter());

  private Exporters() {}

  /** Every format, in the order in which help lists them. */
  public static List<LineageExporter> all() {
    return ALL;
  }

  /**
   * Returns the format with a name.
   *
   * @throws ColophonException BAD_REQUEST, with the known names, if the name is unknown
   */
  public static LineageExporter get(String name) {
    for (LineageExporter exporter : ALL) {
      if (exporter.name().equals(name)) {
        return exporter;
      }
    }
    throw new ColophonException(
        ErrorCode.BAD_REQUEST,
        "no format is called '"
            + name
            + "'; known here: "
            + ALL.stream().map(LineageExporter::name).collect(Collectors.joining(", ")));
  }
}
