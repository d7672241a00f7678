// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.effort;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Multiplies the tries of each jqwik property by the effort. jqwik loads it as a service. */
public final class ScaledTries implements AroundPropertyHook {
  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  /** Returns a proximity at which this hook runs before the hooks of a property. */
  @Override
  public int aroundPropertyProximity() {
    return -90;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    context
        .attributes()
        .tries()
        .filter(tries -> tries > 1)
        .ifPresent(tries -> context.attributes().setTries(Effort.times(tries)));
    return property.execute();
  }
}
