// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.across.HostFind;
import org.colophon.query.across.HostPart;
import org.colophon.query.across.HostPeer;
import org.colophon.query.across.PartRequest;
import org.jspecify.annotations.Nullable;

/**
 * Requests parts of a lineage from another node, once in each round. Nodes identify a host by its
 * machine id, since several hosts may have the same display name.
 */
final class NodePeer implements HostPeer {
  private final Node node;
  private final Map<String, String> idsByName;
  private final Map<String, String> namesById = new HashMap<>();
  private final Map<String, String> answering;

  /**
   * Constructs a peer.
   *
   * @param answering URL of the node that answers for each machine id, so that no other node does;
   *     a node adds hosts that were unknown when the query began
   */
  NodePeer(Node node, Map<String, String> idsByName, Map<String, String> answering) {
    this.node = node;
    this.answering = answering;
    this.idsByName = new HashMap<>(idsByName);
    idsByName.forEach(
        (name, id) -> namesById.merge(id, name, (one, other) -> one.isEmpty() ? one : other));
  }

  @Override
  public String name() {
    String hosts =
        node.hosts().hosts().stream().map(NodeHosts.Host::name).collect(Collectors.joining(", "));
    return "node " + node.url() + (hosts.isEmpty() ? "" : " with the hosts " + hosts);
  }

  @Override
  public List<HostPart> answer(PartRequest request) {
    NodeParts answer = request(NodeEndpoints.PARTS, withIds(request), NodeParts.class);
    answer.parts().forEach(each -> learnName(each.host(), answer.names()));
    return answer.parts().stream()
        .filter(each -> isMine(each.host()))
        .map(each -> each.named(named(each.host())))
        .toList();
  }

  @Override
  public List<HostFind.Part> find(HostFind search) {
    HostFind sent =
        new HostFind(
            search.conditions(),
            search.asOf(),
            withIds(search.limits()),
            search.directory(),
            search.zone(),
            search.nowMillis());
    NodeFound answer = request(NodeEndpoints.FIND, sent, NodeFound.class);
    answer.parts().forEach(each -> learnName(each.host(), answer.names()));
    return answer.parts().stream()
        .filter(each -> isMine(each.host()))
        .map(
            each ->
                new HostFind.Part(
                    named(each.host()),
                    each.found(),
                    each.left(),
                    each.failure().replace(each.host(), named(each.host()))))
        .toList();
  }

  private boolean isMine(String id) {
    return answering.computeIfAbsent(id, unknown -> node.url()).equals(node.url());
  }

  /** Returns false if other nodes answer for all hosts of a node that fails. */
  boolean isNeeded() {
    return node.failure().isEmpty()
        || node.hosts().hosts().isEmpty()
        || node.hosts().hosts().stream().anyMatch(each -> isMine(each.id()));
  }

  private List<String> othersHosts() {
    return node.hosts().hosts().stream()
        .map(NodeHosts.Host::id)
        .filter(each -> !isMine(each))
        .toList();
  }

  private <T> T request(String path, Object question, Class<T> type) {
    if (!node.failure().isEmpty()) {
      throw ErrorCode.IO_FAILED.exception(node.failure());
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      PartJson.write(question, new NodeExcept(othersHosts()), body);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not possible in memory
    }
    return node.exchange(
        ServiceRequest.post(path).body(MediaTypes.JSON, body.toByteArray()).build(),
        "",
        response -> node.read(response, type));
  }

  private @Nullable Map<String, Long> withIds(@Nullable Map<String, Long> limits) {
    if (limits == null) {
      return null;
    }
    Map<String, Long> byId = new LinkedHashMap<>();
    limits.forEach((name, lsn) -> byId.put(id(name), lsn));
    return byId;
  }

  /** Adds the name of a host that was unknown when the query began. */
  private void learnName(String id, Map<String, String> names) {
    String name = names.getOrDefault(id, id);
    namesById.putIfAbsent(id, idsByName.containsKey(name) ? id : name);
    idsByName.putIfAbsent(namesById.get(id), id);
  }

  private String named(String id) {
    return Objects.requireNonNull(namesById.get(id), id);
  }

  private PartRequest withIds(PartRequest request) {
    return new PartRequest(
        request.query(),
        withIds(request.limits()),
        request.untilNanos(),
        request.bounds().stream()
            .map(each -> new PartRequest.Bound(id(each.host()), each.object(), each.lsn()))
            .toList(),
        request.ends().stream()
            .map(
                each ->
                    new PartRequest.End(id(each.host()), each.name(), each.nanos(), each.span()))
            .toList(),
        request.asksSenders());
  }

  private String id(String name) {
    return idsByName.getOrDefault(name, name);
  }
}
