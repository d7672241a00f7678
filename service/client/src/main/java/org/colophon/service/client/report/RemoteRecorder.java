package org.colophon.service.client.report;

/** To a service. */
record RemoteRecorder(RemoteSink sink) implements Recorder {
  @Override
  public void close() {
    sink.close();
  }
}
