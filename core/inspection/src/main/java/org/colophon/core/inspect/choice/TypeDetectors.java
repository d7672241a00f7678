// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.TypeDetector;

/** The detectors on the class path, the simple one last. The first result wins. */
public final class TypeDetectors implements TypeDetector {
  private final List<TypeDetector> detectors = new ArrayList<>();

  /** Loads the detectors. */
  public TypeDetectors() {
    ServiceLoader.load(TypeDetector.class).forEach(detectors::add);
    detectors.add(new SimpleTypeDetector());
  }

  @Override
  public String typeOf(Bytes name, byte[] head) {
    for (TypeDetector each : detectors) {
      String type = each.typeOf(name, head);
      if (!type.equals(UNKNOWN)) {
        return type;
      }
    }
    return UNKNOWN;
  }
}
