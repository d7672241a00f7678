// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.storage.neo4j.access.GuardedContext;
import org.colophon.storage.neo4j.access.UserNamespace;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.jspecify.annotations.Nullable;
import org.neo4j.common.DependencyResolver;
import org.neo4j.graphdb.GqlStatusObject;
import org.neo4j.graphdb.InputPosition;
import org.neo4j.graphdb.QueryExecutionType;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.SeverityLevel;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.kernel.GraphDatabaseQueryService;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.api.exceptions.Status;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.impl.factory.KernelTransactionFactory;
import org.neo4j.kernel.impl.query.Neo4jTransactionalContextFactory;
import org.neo4j.kernel.impl.query.QueryExecutionConfiguration;
import org.neo4j.kernel.impl.query.QueryExecutionEngine;
import org.neo4j.kernel.impl.query.QueryExecutionKernelException;
import org.neo4j.kernel.impl.query.TransactionalContext;
import org.neo4j.kernel.impl.query.TransactionalContextFactory;
import org.neo4j.kernel.impl.util.ValueUtils;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.token.TokenHolders;
import org.neo4j.values.virtual.MapValue;

/**
 * Runs statements in transactions with minimal rights: {@link GuardedContext} makes Neo4j refuse
 * the first write to anything recorded. A statement without write permission is refused if it
 * contains a write, even if it finds nothing to write.
 */
public final class Neo4jCypherEngine implements CypherEngine {
  /** The parameter and metadata key of the LSN as of which a statement reads. */
  public static final String AS_OF = "asOf";

  /** The metadata key of the directory for relative names. */
  static final String DIRECTORY = "directory";

  /** Number of logged characters of a refused statement. */
  private static final int MAX_LOGGED = 200;

  /** Upper estimate of the memory of a value in an answer. */
  private static final long VALUE_BYTES = 64;

  private final GraphDatabaseAPI database;
  private final Neo4jConfig config;
  private final UserNamespace namespace;
  private final QueryExecutionEngine engine;
  private final TransactionalContextFactory contexts;
  private final Supplier<Optional<BoltEndpoint>> bolt;
  private final Set<InternalTransaction> running = ConcurrentHashMap.newKeySet();

  /**
   * @param database not closed by this engine
   * @param bolt supplies the current Bolt endpoint, if any
   */
  public Neo4jCypherEngine(
      GraphDatabaseAPI database, Neo4jConfig config, Supplier<Optional<BoltEndpoint>> bolt) {
    this.database = database;
    this.config = config;
    this.bolt = bolt;
    DependencyResolver parts = database.getDependencyResolver();
    TokenHolders names = parts.resolveDependency(TokenHolders.class);
    this.namespace = new UserNamespace(() -> names);
    this.engine = parts.resolveDependency(QueryExecutionEngine.class);
    this.contexts =
        Neo4jTransactionalContextFactory.create(
            () -> parts.resolveDependency(GraphDatabaseQueryService.class),
            parts.resolveDependency(KernelTransactionFactory.class),
            TransactionalContext.DatabaseMode.SINGLE);
  }

  @Override
  public void run(CypherStatement statement, CypherResult result) {
    Receiver receiver = new Receiver(result);
    GuardedContext context = context(statement);
    if (statement.mayWrite() && !config.mayWrite()) {
      context.logRefusal("write");
      throw CypherFailures.notConfigured();
    }
    try (InternalTransaction transaction = begin(statement, context)) {
      running.add(transaction);
      try {
        stream(transaction, statement, context, receiver);
      } finally {
        running.remove(transaction);
      }
    } catch (StackOverflowError e) {
      throw CypherFailures.tooDeep(e);
    } catch (RuntimeException e) {
      throw receiver.failure != null
          ? receiver.failure
          : new CypherFailures(statement, context).translate(e);
    }
  }

  @Override
  public void cancel() {
    running.forEach(transaction -> transaction.terminate(Status.Transaction.Terminated));
  }

  private GuardedContext context(CypherStatement statement) {
    String text = statement.text();
    String shown = text.substring(0, Math.min(MAX_LOGGED, text.length()));
    return GuardedContext.of(
        statement.mayWrite(),
        namespace,
        "the statement " + Bytes.of(shown).display(),
        ClientConnectionInfo.EMBEDDED_CONNECTION,
        database.databaseName());
  }

  private InternalTransaction begin(CypherStatement statement, GuardedContext context) {
    return database.beginTransaction(
        KernelTransaction.Type.IMPLICIT,
        context,
        ClientConnectionInfo.EMBEDDED_CONNECTION,
        statement.timeoutMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void stream(
      InternalTransaction transaction,
      CypherStatement statement,
      GuardedContext context,
      Receiver receiver) {
    transaction.setMetaData(Map.of(AS_OF, statement.asOfLsn(), DIRECTORY, statement.directory()));
    try (Result answer = execute(transaction, statement)) {
      QueryExecutionType type = answer.getQueryExecutionType();
      if (!statement.mayWrite() && !type.isExplained() && writes(type)) {
        context.logRefusal("write");
        throw CypherFailures.writes();
      }
      if (type.requestedExecutionPlanDescription()) {
        drain(answer);
        warn(answer, receiver);
        new PlanRows(receiver).write(answer.getExecutionPlanDescription());
      } else {
        warn(answer, receiver);
        receiver.columns(answer.columns());
        answer.accept(row -> receiver.row(values(row, answer.columns())));
      }
    }
    if (statement.mayWrite()) {
      transaction.commit();
    }
  }

  private static void warn(Result answer, Receiver receiver) {
    for (GqlStatusObject each : answer.getGqlStatusObjects()) {
      if (each.getSeverity() == SeverityLevel.WARNING) {
        InputPosition at = each.getPosition();
        String description = each.statusDescription().replaceFirst("^warn: ", "");
        receiver.warning(
            "line %d, column %d: %s".formatted(at.getLine(), at.getColumn(), description));
      }
    }
  }

  private Result execute(InternalTransaction transaction, CypherStatement statement) {
    MapValue parameters = ValueUtils.asParameterMapValue(parameters(statement));
    TransactionalContext context =
        contexts.newContext(
            transaction, statement.text(), parameters, QueryExecutionConfiguration.DEFAULT_CONFIG);
    BoundedAnswer answer = new BoundedAnswer(context, config.transactionBytes() / VALUE_BYTES);
    try {
      answer.init(engine.executeQuery(statement.text(), parameters, context, false, answer));
      return answer;
    } catch (QueryExecutionKernelException e) {
      throw e.asUserException();
    }
  }

  private static Map<String, Object> parameters(CypherStatement statement) {
    Map<String, Object> all = new HashMap<>(statement.parameters());
    if (!all.containsKey(AS_OF)) {
      all.put(AS_OF, statement.asOfLsn());
    }
    return all;
  }

  private static boolean writes(QueryExecutionType type) {
    return switch (type.queryType()) {
      case WRITE, READ_WRITE, SCHEMA_WRITE -> true;
      case READ_ONLY, DBMS -> false;
    };
  }

  /** Reads an answer to its end, since a profile is complete only then. */
  private static void drain(Result answer) {
    answer.accept(row -> true);
  }

  private static List<Object> values(Result.ResultRow row, List<String> columns) {
    List<Object> values = new ArrayList<>(columns.size());
    for (String column : columns) {
      values.add(CypherValues.of(row.get(column)));
    }
    return values;
  }

  @Override
  public CypherVocabulary vocabulary() {
    try (Transaction transaction = database.beginTx()) {
      TreeSet<String> labels = new TreeSet<>();
      transaction.getAllLabelsInUse().forEach(label -> labels.add(label.name()));
      TreeSet<String> types = new TreeSet<>();
      transaction.getAllRelationshipTypesInUse().forEach(type -> types.add(type.name()));
      TreeSet<String> keys = new TreeSet<>();
      transaction.getAllPropertyKeys().forEach(keys::add);
      return new CypherVocabulary(
          List.copyOf(labels),
          List.copyOf(types),
          List.copyOf(keys),
          names(transaction, "SHOW PROCEDURES YIELD name"),
          names(transaction, "SHOW FUNCTIONS YIELD name"));
    }
  }

  private static List<String> names(Transaction transaction, String command) {
    try (Result answer = transaction.execute(command)) {
      return answer.<String>columnAs("name").stream().sorted().toList();
    }
  }

  @Override
  public Optional<BoltEndpoint> bolt() {
    return bolt.get();
  }

  /** Distinguishes failures of the receiver from those of the engine. */
  private static final class Receiver implements CypherResult {
    private final CypherResult receiver;
    private @Nullable RuntimeException failure;

    Receiver(CypherResult receiver) {
      this.receiver = receiver;
    }

    @Override
    public void warning(String text) {
      guarded(
          () -> {
            receiver.warning(text);
            return true;
          });
    }

    @Override
    public void columns(List<String> names) {
      guarded(
          () -> {
            receiver.columns(names);
            return true;
          });
    }

    @Override
    public boolean row(List<Object> values) {
      return guarded(() -> receiver.row(values));
    }

    private boolean guarded(java.util.function.BooleanSupplier call) {
      try {
        return call.getAsBoolean();
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
    }
  }
}
