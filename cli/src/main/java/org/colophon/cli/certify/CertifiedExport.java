package org.colophon.cli.certify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.certification.proof.RecordProof;
import org.colophon.core.feed.Archive;
import org.colophon.core.model.Lsn;
import org.colophon.service.answer.Answer;

/**
 * A PROV-JSON document with proofs: an activity has that of its process, an entity those of the
 * last write of the object and of its name.
 */
public final class CertifiedExport {
  static final String PROOF = "colophon:proof";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Pattern ID = Pattern.compile("(process|object):([0-9]{1,18})(\\.v[0-9]+)?");

  private final Prover prover;

  /** An element of the document that stands for a process or an object. */
  private record Element(ObjectNode node, String type, long id) {}

  /**
   * Prepares an export.
   *
   * @param archive null for none
   * @param progress called now and then while frames are read
   */
  public CertifiedExport(Path store, Archive archive, LongConsumer progress) {
    this.prover = new Prover(store, archive, progress);
  }

  /** Writes a document with proofs. */
  public void write(Answer.Body document, OutputStream out) throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    document.write(plain);
    JsonNode root = MAPPER.readTree(plain.toByteArray());
    List<Element> elements = elements(root);
    Set<Long> objects = elements.stream().map(Element::id).collect(Collectors.toSet());
    ProofRecords records = new ProofRecords(objects, Lsn.OPEN); // ids of processes do no harm
    prover.visit(records);
    TreeSet<Long> lsns = new TreeSet<>();
    elements.forEach(each -> lsns.addAll(records.about(each.type(), each.id())));
    Map<Long, RecordProof> proofs = prover.prove(lsns, unproven -> {}); // it has no proof
    for (Element each : elements) {
      List<String> texts =
          records.about(each.type(), each.id()).stream()
              .filter(proofs::containsKey)
              .map(lsn -> proofs.get(lsn).log().format())
              .toList();
      if (!texts.isEmpty()) {
        ArrayNode array = each.node().putArray(PROOF);
        texts.forEach(array::add);
      }
    }
    out.write(
        MAPPER
            .writerWithDefaultPrettyPrinter()
            .writeValueAsString(root)
            .getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  private static List<Element> elements(JsonNode root) {
    List<Element> found = new ArrayList<>();
    for (String section : List.of("activity", "entity")) {
      for (Map.Entry<String, JsonNode> each : root.path(section).properties()) {
        Matcher id = ID.matcher(each.getKey());
        if (id.matches() && each.getValue() instanceof ObjectNode node) {
          found.add(new Element(node, id.group(1), Long.parseLong(id.group(2))));
        }
      }
    }
    return found;
  }
}
