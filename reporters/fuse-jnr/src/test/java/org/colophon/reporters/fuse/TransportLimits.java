// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static java.util.Map.entry;

import java.lang.reflect.Method;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * The tests that fail with {@code jnr-fuse}, each with the limit of libfuse 2 that explains it. The
 * limits are those of the table in {@code docs/reference/fuse.md}. A listed test must fail, so none
 * is listed that fails only now and then.
 */
final class TransportLimits implements InvocationInterceptor {
  private static final String EXCHANGE = "libfuse 2 does not pass on the flags of renameat2";
  private static final String UNNAMED = "libfuse 2 does not pass on O_TMPFILE";
  private static final String MAPPING = "shared mappings beside direct_io need FUSE 7.39";
  private static final String REMOVED = "libfuse 2 finds files without an open file by their paths";
  private static final String STALE_MODE = "libfuse 2 lets Linux drop no cached status by path";
  private static final String FLUSH = "libfuse 2 does not pass on FOPEN_NOFLUSH";

  /** Limits by class and method. */
  static final Map<String, String> BY_TEST =
      Map.ofEntries(
          entry("MirrorIT.honoursFlagsOfRename", EXCHANGE),
          entry("MirrorIT.supportsSharedMappingsAndLocks", MAPPING),
          entry("MirrorIT.writesMappingOfFileInDirectOrAppendMode", MAPPING),
          entry("MirrorIT.keepsOpenFileThatIsRenamedReplacedAndRemoved", REMOVED),
          entry("MirrorIT.reopensOpenFileWithoutName", REMOVED),
          entry("MirrorIT.dropsSetUserIdOnWriteExceptByRoot", STALE_MODE),
          entry("NamesIT.namesFileAfterUnrecordedDirectoryMoved", EXCHANGE),
          entry("LifecycleIT.endsAccessOfProgramsIfDetachedInUse", FLUSH),
          entry("ProcessIT.recordsFileAgainAfterItReturnsToScope", EXCHANGE),
          entry("ProcessIT.attributesMappedWriteOfInheritedDescriptor", MAPPING),
          entry("ProcessIT.attributesMappedWriteAfterFileReturned", MAPPING),
          entry("InspectIT.offersNoNewFileAfterExchange", EXCHANGE),
          entry("InspectIT.offersNoNewFileAfterReverseExchange", EXCHANGE),
          entry("InspectIT.offersNewFileRenamedWhileOpenForWriting", UNNAMED),
          entry("UserMountIT.writesMappingOfReadOnlyFile", MAPPING),
          entry("SuitesIT.readsBackDataThatFioWrote[2]", MAPPING));

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext run)
      throws Throwable {
    intercept(invocation, test, "");
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext run)
      throws Throwable {
    String id = run.getUniqueId();
    String number = id.substring(id.lastIndexOf('#') + 1).replace("]", "");
    intercept(invocation, test, "[" + number + "]");
  }

  private static void intercept(
      Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, String number)
      throws Throwable {
    Method method = test.getExecutable();
    String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
    String limit = BY_TEST.getOrDefault(name, BY_TEST.get(name + number));
    if (limit == null) {
      invocation.proceed();
      return;
    }
    try {
      invocation.proceed();
    } catch (Exception | AssertionError e) {
      return; // as listed
    }
    throw new AssertionError(name + number + " succeeds although " + limit + ": remove it here");
  }
}
