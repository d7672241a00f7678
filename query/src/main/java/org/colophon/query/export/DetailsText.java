// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.report.Details;
import org.colophon.query.report.Details.AccessSum;
import org.colophon.query.report.Details.Tie;
import org.colophon.query.text.DisplayText;

/** Prints the description of one process or object. */
record DetailsText(ExportOptions options, Writer out) {
  private static final int MAX_WORD_BYTES = 40;

  void write(Details details) throws IOException {
    LineageNode node = details.node();
    put(node.key() + "  " + NodeText.title(node, options.directory()));
    if (node.isProcess()) {
      ProcessInfo info = node.process();
      if (info != null) {
        process(info);
      }
      for (LineageNode.Agent agent : node.agents()) {
        put("  acts for " + agent.name().display() + " [agent " + agent.id() + "]");
      }
    } else {
      object(details);
    }
    for (AccessSum sum : details.accesses()) {
      access(sum);
    }
    for (Tie tie : details.links()) {
      tie(tie);
    }
    for (Tie tie : details.derivations()) {
      tie(tie);
    }
    rest(details);
  }

  private void process(ProcessInfo info) throws IOException {
    put("  executable  " + info.declaration().executable().display());
    put("  directory   " + info.declaration().directory().display());
    put("  pid         " + info.declaration().pid());
    put("  started     " + NodeText.time(info.declaration().startNanos(), options.zone()));
    if (info.endLsn() == Lsn.OPEN) {
      put("  ended       not yet, as far as is known");
      return;
    }
    boolean isReplaced = info.exitStatus() == ProcessInfo.REPLACED;
    String status = isReplaced ? "replaced by execve" : "exit status " + info.exitStatus();
    put("  ended       " + NodeText.time(info.endNanos(), options.zone()) + ", " + status);
  }

  private void object(Details details) throws IOException {
    LineageNode node = details.node();
    if (node.object() != null) {
      put("  kind      " + ReportText.lower(node.object().declaration().kind()));
    }
    for (Details.Name each : details.names()) {
      NameBinding name = each.binding();
      String lsns = NodeText.lsns(name.fromLsn(), name.toLsn());
      put("  name      " + name.path().display() + "  (LSN " + lsns + ")");
    }
    if (details.content() != null) {
      FileDigest digest = details.content().digest();
      put("  content   " + digest.name() + ", " + DisplayText.size(digest.size()));
      put("            git:" + digest.git() + "  (LSN " + details.content().lsn() + ")");
      if (digest.fsVerity() != null) {
        put("            fs-verity:" + digest.fsVerity());
      }
    }
    put("  versions  " + (details.cuts().size() + 1));
    for (LineageNode.Cut cut : details.cuts()) {
      String lsns = NodeText.lsns(cut.beginLsn(), cut.endLsn());
      if (cut.isUnrecorded()) {
        String time = NodeText.time(cut.timeNanos(), options.zone());
        put("  " + NodeText.UNRECORDED + " at " + time + ", seen at LSN " + lsns);
      } else {
        put("  cut off   at LSN " + lsns + " by process:" + cut.process());
      }
    }
  }

  private void access(AccessSum sum) throws IOException {
    String lsns = NodeText.lsns(sum.firstLsn(), sum.lastLsn());
    LineageNode peer = Objects.requireNonNull(sum.peer());
    put(
        String.format(
            "  %-9s %s  [%s]  (%s, %s, LSN %s)",
            ReportText.lower(sum.mode()),
            NodeText.title(peer, options.directory()),
            peer.key(),
            DisplayText.count(sum.count(), "operation"),
            DisplayText.size(sum.bytes()),
            lsns));
  }

  private void tie(Tie tie) throws IOException {
    Direction direction = tie.isCause() ? Direction.ANCESTORS : Direction.DESCENDANTS;
    String peer = NodeText.title(tie.peer(), options.directory()) + "  [" + tie.peer().key() + "]";
    put("  " + tie.kind().label(false, direction) + " " + peer + "  (LSN " + tie.lsn() + ")");
  }

  private void rest(Details details) throws IOException {
    for (ExtendedRecord record : details.extended()) {
      String type = Bytes.of(record.type()).display();
      put("  extended  " + type + ", " + content(record.data()) + ", LSN " + record.lsn());
    }
    for (String line : LeftOut.losses(details.gaps())) {
      put("  " + line);
    }
  }

  /** Returns short printable data as text, and the size of other data. */
  private static String content(Bytes data) {
    String text = data.toString();
    return text.matches("[\\x21-\\x7e]{1," + MAX_WORD_BYTES + "}")
        ? text
        : DisplayText.size(data.length());
  }

  private void put(String line) throws IOException {
    out.write(line);
    out.write('\n');
  }
}
