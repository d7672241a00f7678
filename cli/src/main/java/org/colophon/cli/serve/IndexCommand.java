// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.util.HashMap;
import java.util.Map;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.HostInfo;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.index.IndexConfig;
import org.colophon.service.config.ServiceConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Copies the histories of many hosts from Kafka, and answers for them. */
@Command(
    name = "index",
    description = "Copy the histories of many hosts from Kafka, and answer for them.",
    footer = {
      "",
      "Runs a service, see 'colophon serve', that keeps a store for each host. Indexers",
      "with the same --group share the hosts.",
      "The guide is docs/how-to/collect-from-many-hosts.md.",
      "",
      "Examples:",
      "  colophon index --store /srv/index --brokers k1:9092,k2:9092",
      "  colophon index --config index.yaml",
      "  colophon lineage --store /srv/index web1:/srv/report.pdf"
    })
public final class IndexCommand extends ServiceCommand {
  @Option(
      names = "--brokers",
      paramLabel = "HOST:PORT,...",
      description = "Addresses of some brokers (default: index.options.brokers).")
  private @Nullable String brokers;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "The topic of the histories (default: colophon).")
  private @Nullable String topic;

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "The indexers that share the hosts (default: colophon-index).")
  private @Nullable String group;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of this indexer, unique in its group (default: the host's name).")
  private @Nullable String name;

  public IndexCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  ServiceConfig configure(ServiceConfig config) {
    if (brokers == null && config.replication().index().isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "an indexer needs --brokers HOST:PORT, or index: in the file of --config");
    }
    if (brokers == null) {
      if (topic != null || group != null || name != null) {
        throw ErrorCode.BAD_REQUEST.exception(
            "--topic, --group and --name need --brokers HOST:PORT");
      }
      return config;
    }
    if (!isStoreGiven() && !isConfigured()) {
      throw ErrorCode.BAD_REQUEST.exception("an indexer needs a directory of its own: --store DIR");
    }
    Map<String, String> options = new HashMap<>(Map.of("brokers", brokers));
    if (topic != null) {
      options.put("topic", topic);
    }
    IndexConfig index =
        new IndexConfig(
            new SharedLogSpec("kafka", options),
            group == null ? IndexConfig.DEFAULT_GROUP : group,
            name == null ? HostInfo.ofThisMachine().owner().name() : name);
    return config.withReplication(config.replication().indexing(index));
  }
}
