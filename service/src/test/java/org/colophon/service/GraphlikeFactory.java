// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;

/**
 * An adapter for tests whose readers understand four statements: {@code RETURN 1}, {@code MANY} has
 * a thousand rows, {@code BREAK} fails after its first row, and {@code HOLD} waits while a test
 * holds {@link #GATE}.
 */
public final class GraphlikeFactory implements StorageAdapterFactory {
  static final ReentrantLock GATE = new ReentrantLock();

  /** Failure that the next request for statistics throws, once. */
  static final AtomicReference<Throwable> TROUBLE = new AtomicReference<>();

  private final MemoryStorageAdapterFactory memory = new MemoryStorageAdapterFactory();

  @Override
  public String name() {
    return "graphlike";
  }

  @Override
  public String description() {
    return "pretends to be a graph";
  }

  @Override
  public List<PluginOption> options() {
    return List.of(PluginOption.secret("colour", "ignored"));
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(StorageCapability.READ, StorageCapability.CYPHER);
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    return memory.openReader(config);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    StorageAdapter adapter = memory.create(config);
    return proxy(
        StorageAdapter.class,
        (self, method, arguments) -> {
          Object result = call(() -> method.invoke(adapter, arguments));
          return method.getName().equals("reader") ? graph((LineageReader) result) : result;
        });
  }

  /** Calls a method by reflection, and unwraps its exception. */
  private interface Call {
    Object make() throws ReflectiveOperationException;
  }

  private static Object call(Call call) throws Throwable {
    try {
      return call.make();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static LineageReader graph(LineageReader reader) {
    return proxy(
        LineageReader.class,
        (self, method, arguments) -> {
          if (method.getName().equals("run")) {
            run((CypherStatement) arguments[0], (CypherResult) arguments[1]);
            return null;
          }
          if (method.getName().equals("vocabulary")) {
            return new CypherVocabulary(
                List.of("File"), List.of("USED"), List.of("bytes"), List.of(), List.of());
          }
          if (method.getName().equals("statistics") && TROUBLE.get() != null) {
            throw TROUBLE.getAndSet(null);
          }
          Object result = call(() -> method.invoke(reader, arguments));
          return result instanceof LineageReader view ? graph(view) : result;
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    Class<?>[] types =
        type == LineageReader.class
            ? new Class<?>[] {type, CypherEngine.class}
            : new Class<?>[] {type};
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, handler));
  }

  private static void run(CypherStatement statement, CypherResult result) {
    switch (statement.text()) {
      case "RETURN 1" -> {
        result.columns(List.of("n", "p"));
        result.row(
            List.of(
                new CypherNode(1, List.of("File"), Map.of("bytes", new byte[] {1})),
                statement.parameters()));
      }
      case "MANY" -> {
        result.columns(List.of("i"));
        for (long i = 0; i < 1000; i++) {
          result.row(List.of(i));
        }
      }
      case "BREAK" -> {
        result.columns(List.of("i"));
        result.row(List.of(1L));
        throw new ColophonException(ErrorCode.LIMIT_REACHED, "it took too long");
      }
      case "HOLD" -> {
        GATE.lock();
        GATE.unlock();
        result.columns(List.of("held"));
      }
      default -> throw new ColophonException(ErrorCode.BAD_REQUEST, "no such statement");
    }
  }
}
