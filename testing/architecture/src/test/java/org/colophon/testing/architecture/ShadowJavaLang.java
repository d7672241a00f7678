// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Matches classes whose name is also in {@code java.lang}. */
final class ShadowJavaLang extends ArchCondition<JavaClass> {
  ShadowJavaLang() {
    super("be called like a class of java.lang");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    boolean shadows = !type.getSimpleName().isEmpty() && isInJavaLang(type.getSimpleName());
    events.add(new SimpleConditionEvent(type, shadows, type.getName() + " shadows java.lang"));
  }

  private static boolean isInJavaLang(String simpleName) {
    try {
      Class.forName("java.lang." + simpleName, false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
