// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.reporters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.Operation;
import org.jspecify.annotations.Nullable;

/** Collects reported operations as text and as events. Requires that ids and names are valid. */
public final class RecordingSink extends DeclaringSink {
  /** One reported operation; unused fields are 0 or null. */
  public record Event(
      String what,
      long process,
      long object,
      @Nullable OperationKind kind,
      @Nullable Phase phase,
      long number,
      long timeNanos) {}

  public final List<Event> events = Collections.synchronizedList(new ArrayList<>());

  /** Attached data. */
  public final List<String> records = new ArrayList<>();

  /** Returns the number of reported operations. Any thread. */
  public int size() {
    return events.size();
  }

  private void add(String what, long process, long object, long number, long timeNanos) {
    events.add(new Event(what, process, object, null, null, number, timeNanos));
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    int before = processes.size();
    long id = super.process(declaration, timeNanos);
    if (processes.size() > before) {
      add("process", id, 0, declaration.pid(), timeNanos);
    }
    return id;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    super.bind(process, path, object, timeNanos);
    add("bind " + path.display(), process, object, 0, timeNanos);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    super.unbind(process, path, timeNanos);
    add("unbind " + path.display(), process, 0, 0, timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    super.rename(process, from, to, timeNanos);
    add("rename " + from.display() + " " + to.display(), process, 0, 0, timeNanos);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    super.exchange(process, one, other, timeNanos);
    add("exchange " + one.display() + " " + other.display(), process, 0, 0, timeNanos);
  }

  @Override
  public void accept(Operation operation) {
    requireDeclared(operation);
    long process = operation.process();
    long object = operation.object();
    long time = operation.timeNanos();
    switch (operation.type()) {
      case LINK -> add(operation.linkKind().name(), process, 0, operation.cause(), time);
      case EXIT -> add("exit", process, 0, operation.amount(), time);
      case ACCESS, END_REPEATED, CUT -> events.add(onObject(operation));
      case DERIVE -> add("derive", process, object, operation.cause(), time);
      case EXTENDED -> {
        records.add(operation.data().toString());
        String name = object == 0 ? "" : " " + nameOf(object);
        add(operation.dataType() + name, process, object, 0, time);
      }
      case GAP -> {
        gaps.add(operation.gapCause());
        add("gap " + operation.gapCause(), process, 0, operation.amount(), time);
      }
      case SNAPSHOT -> add("snapshot " + operation.dataType(), 0, 0, 0, time);
    }
  }

  private static Event onObject(Operation from) {
    return new Event(
        from.isAccess() ? "access" : "cut",
        from.process(),
        from.object(),
        from.accessKind(),
        from.phase(),
        from.amount(),
        from.timeNanos());
  }

  private void requireDeclared(Operation operation) {
    boolean isLink = operation.type() == Operation.Type.LINK;
    boolean needsProcess =
        isLink || operation.isAccess() || operation.type() == Operation.Type.EXIT;
    if (needsProcess || operation.process() != 0) {
      requireDeclared(operation.process(), processes);
    }
    if (operation.isAccess() || operation.object() != 0) {
      requireDeclared(operation.object(), objects);
    }
    if (operation.cause() != 0) {
      requireDeclared(operation.cause(), isLink ? processes : objects);
    }
  }

  @Override
  public void begin() {
    add("begin", 0, 0, 0, 0);
  }

  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    add("position " + source + " " + position.display(), 0, 0, 0, 0);
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    add("note " + source + " " + position.display(), 0, 0, 0, 0);
  }

  @Override
  public long flush() {
    return events.size();
  }

  /** Returns all operations, one on each line: {@code pid kind name bytes}. */
  public List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (Event event : events) {
      texts.add(text(event));
    }
    return texts;
  }

  private String text(Event event) {
    long pid = event.process == 0 ? 0 : declaredProcess(event.process).pid();
    if (event.what.equals("process")) {
      return pid + " process " + declaredProcess(event.process).executable().display();
    }
    if (event.kind != null) {
      String phase = event.phase == Phase.WHOLE ? "" : " " + event.phase;
      return pid + " " + event.kind + phase + " " + nameOf(event.object) + " " + event.number;
    }
    if (event.what.equals("cut")) {
      return pid
          + " cut "
          + (event.phase == Phase.WHOLE ? "" : event.phase + " ")
          + nameOf(event.object);
    }
    if (isLink(event)) {
      return pid + " " + event.what + " " + declaredProcess(event.number).pid();
    }
    return pid + " " + event.what + (event.what.equals("exit") ? " " + event.number : "");
  }

  private static boolean isLink(Event event) {
    return Arrays.stream(LinkKind.values()).anyMatch(kind -> kind.name().equals(event.what));
  }

  /**
   * Returns the operations and units with programs and times: {@code READ /bin/cat /etc/hosts
   * 12 @5}. Omits declarations, names, data and gaps.
   */
  public List<String> programTexts() {
    List<String> texts = new ArrayList<>();
    for (Event event : events) {
      String text = programText(event);
      if (!text.isEmpty()) {
        texts.add(text + (event.timeNanos == 0 ? "" : " @" + event.timeNanos));
      }
    }
    return texts;
  }

  private String programText(Event event) {
    if (event.kind != null) {
      String phase = event.phase == Phase.WHOLE ? "" : "-" + event.phase;
      String size = event.number == 0 ? "" : " " + event.number;
      return event.kind + phase + " " + program(event.process) + " " + nameOf(event.object) + size;
    }
    if (isLink(event)) {
      return event.what + " " + program(event.process) + " " + program(event.number);
    }
    return switch (event.what) {
      case "exit" -> "EXIT " + program(event.process);
      case "cut" -> "CUT " + nameOf(event.object);
      case "derive" -> "DERIVE " + nameOf(event.object) + " " + nameOf(event.number);
      default -> event.what.matches("(?s)(begin|note .*|position .*)") ? event.what : "";
    };
  }

  private String program(long process) {
    return declaredProcess(process).executable().display();
  }
}
