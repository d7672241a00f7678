package org.colophon.service.client.report;

import java.time.Duration;

/** Options of a remote sink. */
record RemoteSinkOptions(
    String source, String session, boolean keepAll, int batchLines, Duration patience) {}
