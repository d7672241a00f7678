// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.util.ArrayList;
import java.util.List;

/** Finds the changed sections of a configuration that need a restart. */
public final class ConfigChanges {
  private final List<String> sections = new ArrayList<>();

  private ConfigChanges() {}

  /** Returns the changed sections that need a restart. */
  public static List<String> afterRestart(ServiceConfig was, ServiceConfig is) {
    ConfigChanges changes = new ConfigChanges();
    changes.note("store", was.store(), is.store());
    changes.note("adapters", was.adapters(), is.adapters());
    changes.note("reporters", was.reporters(), is.reporters());
    changes.note("listen.socket", was.socket(), is.socket());
    changes.note("listen.tcp", address(was), address(is));
    changes.note("listen.tls", isEncrypted(was), isEncrypted(is));
    changes.note("limits", was.limits(), is.limits());
    changes.note("journal", was.journal(), is.journal());
    changes.note("backup", was.backupRoots(), is.backupRoots());
    changes.note("retention", was.retention(), is.retention());
    changes.note("follow", was.replication().follow(), is.replication().follow());
    changes.note("archive", was.replication().archive(), is.replication().archive());
    changes.note("certify", was.replication().certify(), is.replication().certify());
    changes.note("publish", was.replication().publish(), is.replication().publish());
    changes.note("index", was.replication().index(), is.replication().index());
    changes.note("shared-directories", was.replication().shared(), is.replication().shared());
    changes.note("cluster", was.replication().nodes(), is.replication().nodes());
    changes.note("log", was.logFormat(), is.logFormat());
    return changes.sections;
  }

  private void note(String section, Object was, Object is) {
    if (!was.equals(is)) {
      sections.add(section);
    }
  }

  private static String address(ServiceConfig config) {
    return config.listen().tcp().map(tcp -> tcp.host() + ":" + tcp.port()).orElse("");
  }

  private static boolean isEncrypted(ServiceConfig config) {
    return config.listen().tcp().flatMap(TcpConfig::tls).isPresent();
  }
}
