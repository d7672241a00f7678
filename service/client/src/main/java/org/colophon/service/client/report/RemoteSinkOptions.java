package org.colophon.service.client.report;

import java.time.Duration;

/** How a remote sink reports. */
record RemoteSinkOptions(
    String source, String session, boolean keepAll, int batchLines, Duration patience) {}
