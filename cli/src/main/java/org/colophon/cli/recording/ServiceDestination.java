// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.protocol.SourceName;
import org.colophon.client.report.RemoteSink;
import org.colophon.client.report.RemoteSinkBuilder;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.HostInfo;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.recording.ActiveRecording;
import org.colophon.core.recording.Recorder;
import org.colophon.core.recording.RecordingMark;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.service.sink.CountingSink;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.sink.SinkCounters;
import org.jspecify.annotations.Nullable;

/**
 * A running service as the destination, or its outbox. The reporter stays in this process, with the
 * rights of its user. Its operations are sent as a separate source, which the service removes at
 * the end.
 */
final class ServiceDestination implements Destination {
  /** Maximum time that a traced command waits for a service that does not answer. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** Maximum time that a trace waits for a silent service before it continues in the outbox. */
  private static final Duration OUTBOX_TIMEOUT = Duration.ofSeconds(9);

  /** Maximum time that the service may be silent during one request. */
  private static final Duration REQUEST_TIME = Duration.ofSeconds(10);

  private final Target target;
  private @Nullable RemoteSink sink;
  private @Nullable ActiveRecording recording;
  private final SinkCounters counters = new SinkCounters();
  private final BackgroundThreads threads = BackgroundThreads.load();
  private boolean isOver;
  private boolean isComplete;

  /** Receiver of the operations. */
  interface Target {
    RemoteSink open(String reporter, boolean watchesProcesses);

    /** Returns where the mark of the recording is stored while it is in progress. */
    ActiveRecording.Marks marks(RemoteSink opened);

    /**
     * Called after the sink was closed, or if it was never opened.
     *
     * @param isComplete false if operations may be missing
     */
    void close(boolean isComplete);
  }

  private static final class Service implements Target {
    private final ServiceConnection connection;
    private final SinkOptions options;
    private final Optional<SharedStoreMember> member;
    private final Optional<LocalOutbox> outbox;
    private volatile @Nullable OutboxFile rest;

    Service(
        ServiceConnection connection,
        SinkOptions options,
        Optional<SharedStoreMember> member,
        Optional<LocalOutbox> outbox) {
      this.connection = connection;
      this.options = options;
      this.member = member;
      this.outbox = outbox;
    }

    /** Opens a sink. Only a trace may continue in the outbox: it has no positions. */
    @Override
    public RemoteSink open(String reporter, boolean watchesProcesses) {
      boolean mayContinue = watchesProcesses && outbox.isPresent();
      connection.setTimeout(mayContinue ? OUTBOX_TIMEOUT : REQUEST_TIME);
      String source = SourceName.RUN_PREFIX + reporter + "-" + UUID.randomUUID();
      RemoteSinkBuilder sink =
          RemoteSink.to(connection, source)
              .keepAll(options.keepAll())
              .rules(options.rules().include(), options.rules().exclude())
              .patience(mayContinue ? OUTBOX_TIMEOUT : TIMEOUT);
      return (mayContinue ? sink.restInto(() -> continueInOutbox(reporter)) : sink).build();
    }

    private FileChannel continueInOutbox(String reporter) {
      rest = OutboxFile.create(outbox.orElseThrow().directory(), options);
      return rest.begin(reporter);
    }

    @Override
    public ActiveRecording.Marks marks(RemoteSink opened) {
      return new RemoteMarks(opened.another());
    }

    @Override
    public void close(boolean isComplete) {
      connection.close();
      member.ifPresent(SharedStoreMember::close);
      if (rest != null) {
        rest.close(isComplete);
        outbox.orElseThrow().remarkContinued();
      }
    }
  }

  /**
   * Constructs a destination for one reporter.
   *
   * @param service the connection, closed with this destination
   * @param member closed with this destination; empty if the service does not belong to another
   *     recording
   * @param outbox receives the rest of a trace if the service stops answering; empty for none
   */
  ServiceDestination(
      ServiceConnection service,
      SinkOptions options,
      Optional<SharedStoreMember> member,
      Optional<LocalOutbox> outbox) {
    this(new Service(service, options, member, outbox));
  }

  /**
   * Constructs a destination for one reporter.
   *
   * @param target closed with this destination
   */
  ServiceDestination(Target target) {
    this.target = target;
  }

  @Override
  public Run start(String name, Reporter reporter) {
    sink = target.open(name, reporter.watchesProcesses());
    HostInfo host = HostInfo.ofThisMachine();
    RecordingMark mark =
        RecordingMark.beginning(
            name,
            reporter.watchesProcesses(),
            true,
            Recorder.ofThisProcess(host.hostId(), host.bootId()));
    recording = new ActiveRecording(target.marks(sink), mark);
    Context context = new Context(name, host);
    RemoteRun run = new RemoteRun(reporter, context, name);
    run.thread.start();
    return run;
  }

  /**
   * Stores marks of recordings in progress in the service. A remaining mark shows that this process
   * died.
   */
  private record RemoteMarks(OperationSink sink) implements ActiveRecording.Marks {
    private static final int[] NO_IDS = {};
    private static final int[] ROOT = {RecordingMark.ROOT_AT};

    @Override
    public void publish(String source, RecordingMark mark) {
      position(source, mark.encode(), mark.root() == 0 ? NO_IDS : ROOT);
    }

    @Override
    public void remove(String source) {
      position(source, Bytes.EMPTY, NO_IDS);
    }

    private synchronized void position(String source, Bytes position, int[] idsAt) {
      sink.begin();
      sink.position(source, position, idsAt);
      sink.flush();
    }
  }

  /**
   * Context of a reporter. All its sinks share a connection, since each may refer to declarations
   * of the others.
   */
  private final class Context implements ReporterContext {
    private final String name;
    private final HostInfo host;

    Context(String name, HostInfo host) {
      this.name = name;
      this.host = host;
    }

    @Override
    public OperationSink newSink() {
      recording().began();
      return new CountingSink(sink().another(), name, counters, new OperationTap(0)) {
        @Override
        public long process(ProcessDeclaration declaration, long timeNanos) {
          long id = super.process(declaration, timeNanos);
          recording().declared(id);
          return id;
        }
      };
    }

    @Override
    public BackgroundThreads backgroundThreads() {
      return threads;
    }

    @Override
    public String hostId() {
      return host.hostId();
    }

    @Override
    public String bootId() {
      return host.bootId();
    }

    @Override
    public Bytes position(String ofSource) {
      recording().resumes();
      return sink().positionOf(ofSource);
    }
  }

  private final class RemoteRun implements Run {
    private final Thread thread;
    private volatile @Nullable Throwable failure;

    RemoteRun(Reporter reporter, ReporterContext context, String name) {
      this.thread = new Thread(() -> run(reporter, context), "colophon-reporter-" + name);
      thread.setDaemon(true);
    }

    private void run(Reporter reporter, ReporterContext context) {
      BackgroundThreads.Hold hold = threads.holdIf(reporter.blocksTracedPrograms());
      try {
        reporter.run(context);
      } catch (RuntimeException | Error e) {
        failure = e;
      } finally {
        hold.close();
      }
    }

    @Override
    public boolean isRunning() {
      return thread.isAlive();
    }

    @Override
    public long reported() {
      return counters.operations();
    }

    @Override
    public void await() {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw ErrorCode.INTERRUPTED.exception("interrupted", e);
      }
    }

    @Override
    public RecordingSummary finish(long begunNanos) {
      recording().ended(failure != null && counters.operations() > 0);
      closeSink();
      if (failure != null) {
        Recording.rethrow(failure);
      }
      isComplete = true;
      return RecordingSummary.ofService(
          counters.operations(),
          counters.refused() + sink().refused(),
          System.nanoTime() - begunNanos);
    }
  }

  private RemoteSink sink() {
    return Objects.requireNonNull(sink);
  }

  private ActiveRecording recording() {
    return Objects.requireNonNull(recording);
  }

  private void closeSink() {
    isOver = true;
    sink().close();
  }

  /** Sends all reported operations, even if the recording failed. */
  @Override
  public void close() {
    try {
      if (sink != null && !isOver) {
        closeSink();
      }
    } finally {
      target.close(isComplete);
    }
  }
}
