// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.office;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.ChangeTable;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;

/**
 * Compares the properties of two documents. Reads only the small parts that contain properties,
 * each up to a size limit. The XML reader expands no entities. So archive bombs and XML bombs have
 * no effect, and no isolation is needed.
 */
final class OfficeInspector implements Inspector {
  private static final String TYPE = "office/metadata";

  @Override
  public List<Finding> inspect(Change change) throws IOException {
    Map<String, Object> before = Document.properties(change.before());
    Map<String, Object> after = Document.properties(change.after());
    return new ChangeTable("office", format(change)).compare(before, after).findings(TYPE);
  }

  private static String format(Change change) {
    Bytes name = change.name();
    return name.slice(name.lastIndexOf('.') + 1, name.length()).display().toLowerCase(Locale.ROOT);
  }
}
