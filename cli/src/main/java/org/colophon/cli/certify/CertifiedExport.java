// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.feed.Archive;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Lsn;
import org.colophon.history.certified.proof.RecordProof;
import org.colophon.query.answer.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A PROV-JSON document with proofs. The element of a process has the proof of its program. The
 * element of an object has the proofs of its last write and of its name.
 */
public final class CertifiedExport {
  private static final Pattern ID =
      Pattern.compile("(process|object):(?:([^/]+)/)?([0-9]{1,18})(\\.v[0-9]+)?");

  private final Prover prover;

  /** Name of the store's host. Ids contain it if there are several hosts. */
  private final String host;

  /** An element of the document that represents a process or an object. */
  private record Element(ObjectNode node, String type, long id) {}

  /**
   * Prepares an export.
   *
   * @param archive the archive of the store; null for none
   * @param progress called regularly while frames are read
   */
  public CertifiedExport(Path store, @Nullable Archive archive, LongConsumer progress) {
    this.prover = new Prover(store, archive, progress);
    this.host = StoreHost.of(store).map(StoreHost::name).orElse("");
  }

  /** Writes a document with proofs. */
  public void write(Answer.Body answer, OutputStream out) throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    answer.write(plain);
    ProvenDocument document = new ProvenDocument(plain.toByteArray());
    List<Element> elements = elements(document);
    Set<Long> objects = elements.stream().map(Element::id).collect(Collectors.toSet());
    ProofRecords records = new ProofRecords(objects, Lsn.OPEN); // it ignores ids of processes
    prover.visit(records);
    TreeSet<Long> lsns = new TreeSet<>();
    elements.forEach(each -> lsns.addAll(records.about(each.type(), each.id())));
    Map<Long, RecordProof> proofs = prover.prove(lsns, unproven -> {}); // it gets no proof
    for (Element each : elements) {
      List<String> texts =
          records.about(each.type(), each.id()).stream()
              .map(proofs::get)
              .filter(Objects::nonNull)
              .map(proof -> proof.log().format())
              .toList();
      if (!texts.isEmpty()) {
        ArrayNode array = each.node().putArray(ProvenDocument.PROOF);
        texts.forEach(array::add);
      }
    }
    out.write(document.toBytes());
  }

  /** Returns the elements of the store's host. Those of other hosts are in other logs. */
  private List<Element> elements(ProvenDocument document) {
    List<Element> found = new ArrayList<>();
    document.elements(
        (key, node) -> {
          Matcher id = ID.matcher(key);
          if (id.matches() && (id.group(2) == null || id.group(2).equals(host))) {
            found.add(new Element(node, id.group(1), Long.parseLong(id.group(3))));
          }
        });
    return found;
  }
}
