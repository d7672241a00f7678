package org.colophon.client.report;

import java.time.Duration;
import java.util.List;

/** Options of a remote sink. */
record RemoteSinkOptions(
    String source,
    String session,
    boolean keepAll,
    List<String> include,
    List<String> exclude,
    int batchLines,
    Duration patience) {}
