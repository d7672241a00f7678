// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.caller;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;

/** Calls inspectors in this JVM. */
public final class LocalCaller implements Caller {
  private final Map<String, Inspector> inspectors = new HashMap<>();

  @Override
  public List<Finding> call(InspectorSpec spec, Change change) throws IOException {
    return inspectors.computeIfAbsent(spec.name(), name -> spec.create()).inspect(change);
  }

  @Override
  public void cancel(Thread caller) {
    caller.interrupt();
  }

  @Override
  public boolean mayHang() {
    return true;
  }

  @Override
  public void close() {}
}
