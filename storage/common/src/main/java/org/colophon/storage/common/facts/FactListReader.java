// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common.facts;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.colophon.storage.common.NamePaths;

/**
 * A reader that collects all facts of an answer before it visits them, so that visitors may call
 * the reader. Subclasses find the facts. They may leave out those that begin after {@link
 * #untilLsn}, which are not visited.
 */
public abstract class FactListReader implements LineageReader {
  /** A link between two processes. */
  public record Link(long effect, long cause, LinkKind kind, long lsn, long timeNanos) {}

  /** A derivation of an object. */
  public record Derivation(long effect, long cause, long process, long lsn, long timeNanos) {}

  /** A cut of an object. */
  public record Cut(long process, long beginLsn, long endLsn, long timeNanos) {}

  /** The last LSN of this view; {@link Lsn#LATEST} for a reader of everything. */
  protected final long untilLsn;

  protected FactListReader(long untilLsn) {
    this.untilLsn = untilLsn;
  }

  /** Returns a reader of the same store that ends at an LSN, and whose closing does nothing. */
  protected abstract LineageReader view(long lsn);

  @Override
  public final LineageReader until(long lsn) {
    return lsn >= untilLsn ? this : view(lsn);
  }

  /**
   * Returns the accesses of a process, an object, or both. The caller ignores accesses with another
   * mode or object.
   *
   * @param process 0 for any
   * @param object 0 for any; not both 0
   */
  protected abstract List<AccessInterval> accesses(long process, long object, int modes);

  /** Returns the links that have a process as their effect, or as their cause. */
  protected abstract List<Link> links(boolean isOfEffect, long process);

  /** Returns the derivations that have an object as their effect, or as their cause. */
  protected abstract List<Derivation> derivations(boolean isOfEffect, long object);

  /** Returns the cuts of an object in LSN order. */
  protected abstract List<Cut> cuts(long object);

  /**
   * Returns the extended records of a process, an object, or both, in LSN order.
   *
   * @param process 0 for any
   * @param object 0 for any; not both 0
   */
  protected abstract List<ExtendedRecord> records(long process, long object);

  /**
   * Returns the names at or below a directory in order of paths.
   *
   * @param directory without a slash at its end, unless it is the root
   */
  protected abstract Map<Bytes, Long> namesUnder(Bytes directory, long asOfLsn);

  /** Returns the first paths with a prefix, in order, each with the last object bound to it. */
  protected abstract Map<Bytes, Long> firstPaths(Bytes prefix, int limit);

  @Override
  public final void accessesOfObject(long object, int modes, AccessVisitor visitor) {
    visitAccesses(0, object, modes, visitor);
  }

  @Override
  public final void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    visitAccesses(process, 0, modes, visitor);
  }

  private void visitAccesses(long process, long object, int modes, AccessVisitor visitor) {
    if (process != 0 || object != 0) {
      for (AccessInterval each : accesses(process, object, modes)) {
        if ((each.key.mode().bit() & modes) != 0 && each.key.firstLsn() <= untilLsn) {
          each.visit(visitor);
        }
      }
    }
  }

  @Override
  public final void operations(long process, long object, OperationVisitor visitor) {
    OperationList.requireEnd(process, object);
    OperationList found = new OperationList();
    for (AccessInterval each : accesses(process, object, AccessMode.ALL)) {
      if (object == 0 || each.key.object() == object) {
        each.addOperations(found);
      }
    }
    found.visit(untilLsn, visitor);
  }

  @Override
  public final void causesOfProcess(long process, LinkVisitor visitor) {
    visit(links(true, process), visitor);
  }

  @Override
  public final void effectsOfProcess(long process, LinkVisitor visitor) {
    visit(links(false, process), visitor);
  }

  private void visit(List<Link> links, LinkVisitor visitor) {
    for (Link l : links) {
      if (l.lsn <= untilLsn) {
        visitor.link(l.effect, l.cause, l.kind, l.lsn, l.timeNanos);
      }
    }
  }

  @Override
  public final void derivationsOfObject(long object, DerivationVisitor visitor) {
    visit(derivations(true, object), visitor);
  }

  @Override
  public final void derivationsFromObject(long object, DerivationVisitor visitor) {
    visit(derivations(false, object), visitor);
  }

  private void visit(List<Derivation> found, DerivationVisitor visitor) {
    for (Derivation d : found) {
      if (d.lsn <= untilLsn) {
        visitor.derivation(d.effect, d.cause, d.process, d.lsn, d.timeNanos);
      }
    }
  }

  @Override
  public final void cuts(long object, CutVisitor visitor) {
    for (Cut c : cuts(object)) {
      if (c.beginLsn <= untilLsn) {
        visitor.cut(c.process, c.beginLsn, c.endLsn, c.timeNanos);
      }
    }
  }

  @Override
  public final List<ExtendedRecord> extendedRecords(long process, long object) {
    if (process == 0 && object == 0) {
      return List.of();
    }
    List<ExtendedRecord> found = records(process, object);
    return untilLsn == Lsn.LATEST
        ? found
        : found.stream().filter(each -> each.lsn() <= untilLsn).toList();
  }

  @Override
  public final void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    namesUnder(NamePaths.withoutSlash(directory), asOfLsn).forEach(visitor::name);
  }

  @Override
  public final void pathsFrom(Bytes prefix, NameVisitor visitor) {
    pathsFrom(prefix, Integer.MAX_VALUE, visitor);
  }

  @Override
  public final void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    firstPaths(prefix, limit).forEach(visitor::name);
  }
}
