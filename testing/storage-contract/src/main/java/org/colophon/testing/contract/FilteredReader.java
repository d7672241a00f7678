// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;

/** A view up to an LSN as {@link LineageReader#until} defines it: reads all, and filters. */
public final class FilteredReader implements InvocationHandler {
  private final LineageReader reader;
  private final long lsn;
  private final boolean hasViews;

  private FilteredReader(LineageReader reader, long lsn, boolean hasViews) {
    this.reader = reader;
    this.lsn = lsn;
    this.hasViews = hasViews;
  }

  /** Returns a view of a reader of everything. */
  public static LineageReader of(LineageReader reader, long lsn) {
    return proxy(new FilteredReader(reader, lsn, true));
  }

  /** Returns a reader whose views have everything, so that only questions can filter. */
  public static LineageReader withoutViews(LineageReader reader) {
    return proxy(new FilteredReader(reader, Lsn.LATEST, false));
  }

  private static LineageReader proxy(FilteredReader handler) {
    return (LineageReader)
        Proxy.newProxyInstance(
            LineageReader.class.getClassLoader(), new Class<?>[] {LineageReader.class}, handler);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "until":
        return hasViews ? of(reader, Math.min(lsn, (long) arguments[0])) : proxy;
      case "forScan":
        return proxy(new FilteredReader(reader.forScan(), lsn, hasViews));
      case "extendedRecords":
        return reader.extendedRecords((long) arguments[0], (long) arguments[1]).stream()
            .filter(each -> each.lsn() <= lsn)
            .toList();
      default:
        break;
    }
    Object[] passed = arguments == null ? new Object[0] : arguments.clone();
    if (passed.length > 0) {
      int last = passed.length - 1;
      passed[last] = filtered(method.getParameterTypes()[last], passed[last]);
    }
    try {
      return method.invoke(reader, passed);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** A visitor may implement several types, so the type of the parameter counts. */
  private Object filtered(Class<?> type, Object argument) {
    if (type == AccessVisitor.class) {
      AccessVisitor to = (AccessVisitor) argument;
      return (AccessVisitor)
          (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
            if (first <= lsn) {
              to.access(process, object, mode, first, last, count, bytes, firstNanos, lastNanos);
            }
          };
    }
    if (type == LinkVisitor.class) {
      LinkVisitor to = (LinkVisitor) argument;
      return (LinkVisitor)
          (effect, cause, kind, at, nanos) -> {
            if (at <= lsn) {
              to.link(effect, cause, kind, at, nanos);
            }
          };
    }
    if (type == DerivationVisitor.class) {
      DerivationVisitor to = (DerivationVisitor) argument;
      return (DerivationVisitor)
          (effect, cause, process, at, nanos) -> {
            if (at <= lsn) {
              to.derivation(effect, cause, process, at, nanos);
            }
          };
    }
    if (type == CutVisitor.class) {
      CutVisitor to = (CutVisitor) argument;
      return (CutVisitor)
          (process, begin, end, nanos) -> {
            if (begin <= lsn) {
              to.cut(process, begin, end, nanos);
            }
          };
    }
    if (type == OperationVisitor.class) {
      OperationVisitor to = (OperationVisitor) argument;
      return (OperationVisitor)
          (at, kind, process, object, bytes, nanos) -> {
            if (at <= lsn) {
              to.operation(at, kind, process, object, bytes, nanos);
            }
          };
    }
    return argument;
  }
}
