// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Engines;
import org.colophon.cli.config.StateDirectory;
import org.colophon.cli.config.StoreWriter;
import org.colophon.cli.output.RemarkLoggerFinder;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginDescriptor;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.log.SharedLogFactory;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.service.StartCheck;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.LogFormat;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.file.ConfigCheck;
import org.colophon.service.config.file.ConfigFile;
import org.colophon.service.config.file.ConfigPrinter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base class of commands that run a service in the foreground until interrupted. */
abstract class ServiceCommand extends StoreCommand {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration, in YAML (default: --print-config shows it).")
  private @Nullable Path file;

  @Option(names = "--print-config", description = "Print the effective configuration, and end.")
  private boolean isPrintWanted;

  @Option(
      names = "--check-config",
      description = "Only report problems of the configuration, and end.")
  private boolean isCheckWanted;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description = "Form of the log: text, or json for one object a line (default: log.format).")
  private @Nullable LogFormat logFormat;

  /**
   * Environment variables of the launcher: the heap that the user selects, and the minimum
   * otherwise.
   */
  private static final String HEAP = "COLOPHON_HEAP";

  private static final String MIN_HEAP = "COLOPHON_MIN_HEAP_MEBIBYTES";

  ServiceCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    try {
      return runConfigured(config());
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      // For queries, NOT_FOUND is a valid answer. For this command, it means an invalid option.
      throw ErrorCode.BAD_REQUEST.exception(e.getMessage(), e);
    }
  }

  private int runConfigured(ServiceConfig config) {
    if (isPrintWanted) {
      out().print(ConfigPrinter.print(config));
      return ExitCode.FOUND;
    }
    if (isCheckWanted) {
      List<String> problems = StartCheck.problems(config);
      if (!problems.isEmpty()) {
        throw ErrorCode.BAD_REQUEST.exception(String.join("\n", problems));
      }
      console().remark("the configuration is valid; the store: " + config.store());
      return ExitCode.FOUND;
    }
    config.adapters().forEach(each -> enlargeHeapFor(each.engine()));
    config.adapters().forEach(each -> Engines.get(each.engine()));
    return serve(config);
  }

  private int serve(ServiceConfig config) {
    System.setProperty(RemarkLoggerFinder.AS_LOG, config.logFormat().name());
    try (ServiceManager manager = ServiceManager.of(System.getenv())) {
      Path seenStores = StateDirectory.directory("stores", console()::environment);
      return new ServiceRunner(file == null ? null : this::config, manager, seenStores).run(config);
    } catch (ColophonException e) {
      throw StoreWriter.explain(config.store(), e);
    } finally {
      System.clearProperty(RemarkLoggerFinder.AS_LOG);
    }
  }

  private ServiceConfig config() {
    ServiceConfig config = configure(fileConfig());
    return logFormat == null ? config : config.withLogFormat(logFormat);
  }

  /** Returns whether the command line selects a configuration file. */
  boolean isConfigured() {
    return file != null;
  }

  /** Returns the configuration with the command's options applied. */
  abstract ServiceConfig configure(ServiceConfig config);

  private ServiceConfig fileConfig() {
    Path store = store().directory();
    if (file == null) {
      return ServiceConfig.of(store);
    }
    ServiceConfig config =
        ConfigFile.read(absolute(file), store, isPrintWanted ? ConfigCheck.FORM : new Check());
    return isStoreGiven() ? config.withStore(store) : config;
  }

  /** Checks that all files and plug-ins of the configuration exist. */
  private final class Check implements ConfigCheck {
    @Override
    public void engine(String name) {
      Engines.requireToExist(name);
    }

    @Override
    public void options(AdapterSpec spec) {
      PLUGINS.options(spec);
    }

    @Override
    public void reporter(String name) {
      PLUGINS.reporter(name);
    }

    @Override
    public void options(ReporterSpec spec) {
      PLUGINS.options(spec);
    }

    @Override
    public void sharedLog(String name) {
      var unused = new PluginLoader<>(SharedLogFactory.class).get(name);
    }

    @Override
    public void options(SharedLogSpec spec) {
      PLUGINS.options(spec);
    }

    /**
     * Rejects a missing directory if the command only checks the configuration. A service starts
     * without the directory, which may be created later.
     */
    @Override
    public void root(Path directory) {
      if (isCheckWanted && !Files.isDirectory(directory)) {
        throw ErrorCode.BAD_REQUEST.exception("attach.roots: there is no directory " + directory);
      }
    }
  }

  /** Restarts with a larger heap if an engine's plug-in needs it and the user selected no size. */
  private void enlargeHeapFor(String engine) {
    int needed = Engines.plugin(engine).map(PluginDescriptor::heapMebibytes).orElse(0);
    boolean isChosen = Stream.of(HEAP, MIN_HEAP).anyMatch(each -> environment(each) != null);
    if (needed > Runtime.getRuntime().maxMemory() >> 20
        && !isChosen
        && invocation().launcher().isThere()) {
      out().flush();
      List<String> args = spec().root().commandLine().getParseResult().originalArgs();
      invocation().launcher().replaceProcess(Map.of(MIN_HEAP, Integer.toString(needed)), args);
    }
  }

  private @Nullable String environment(String name) {
    return console().environment(name);
  }
}
