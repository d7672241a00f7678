// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/** Executes the content as a command, mostly a harmful one; {@code echo} returns the content. */
public final class NaughtyInspectorFactory implements InspectorFactory {
  @Override
  public String name() {
    return "naughty";
  }

  @Override
  public String description() {
    return "does what the content says";
  }

  @Override
  public List<PluginOption> options() {
    return List.of(new PluginOption("prefix", "what answers begin with", ""));
  }

  @Override
  public InspectorTraits traits() {
    return InspectorTraits.of(List.of("*.txt"), List.of()).withTimeoutMillis(60_000);
  }

  @Override
  public Inspector create(Map<String, String> options) {
    for (String name : options.keySet()) {
      if (!name.equals("prefix")) {
        throw new ColophonException(ErrorCode.BAD_REQUEST, "naughty knows no option " + name);
      }
    }
    return change -> inspect(options.getOrDefault("prefix", ""), change);
  }

  private static List<Finding> inspect(String prefix, Change change) throws IOException {
    String text = Bytes.wrap(change.after().read(0, 100)).toString();
    return switch (text) {
      case "throw" -> throw new IOException("it makes no sense");
      case "error" -> throw new NoClassDefFoundError("a/Missing");
      case "overflow" -> overflow(1);
      case "wait" -> waitForInterrupt();
      case "spin" -> spin();
      case "halt" -> halt();
      case "memory" -> fill();
      case "print" -> print();
      case "priority" -> priority();
      case "hurry" -> waitForPriority();
      case "huge" ->
          List.of(new Finding("naughty/huge", Bytes.wrap(new byte[Finding.MAX_DATA_BYTES + 1])));
      default -> List.of(new Finding("naughty/echo", Bytes.of(prefix + text + both(change))));
    };
  }

  private static String both(Change change) throws IOException {
    return change.before().exists()
        ? " was " + Files.readString(change.before().file()) + " now " + change.mediaType()
        : "";
  }

  private static List<Finding> overflow(int depth) {
    return overflow(depth + 1).isEmpty() ? List.of() : overflow(depth + 2);
  }

  private static List<Finding> waitForInterrupt() throws IOException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
    return List.of();
  }

  private static List<Finding> spin() {
    while (!Boolean.getBoolean("naughty.released")) {
      Thread.onSpinWait();
    }
    return List.of(new Finding("naughty/late", Bytes.of("too late")));
  }

  private static List<Finding> halt() {
    Runtime.getRuntime().halt(7);
    return List.of();
  }

  private static List<Finding> fill() {
    List<byte[]> hoard = new ArrayList<>();
    while (hoard.size() < 1_000_000) {
      hoard.add(new byte[1 << 20]);
    }
    return List.of();
  }

  private static List<Finding> priority() {
    String priority = Integer.toString(Thread.currentThread().getPriority());
    return List.of(new Finding("naughty/priority", Bytes.of(priority)));
  }

  private static List<Finding> waitForPriority() {
    while (Thread.currentThread().getPriority() < Thread.NORM_PRIORITY
        && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    return priority();
  }

  private static List<Finding> print() {
    System.out.println("noise in the pipe");
    return List.of(new Finding("naughty/printed", Bytes.of("done")));
  }
}
