package org.colophon.service;

import java.nio.file.Path;
import org.colophon.service.config.ServiceConfig;

/** A service in a process of its own, to be killed. */
public final class ServiceChild {
  private ServiceChild() {}

  /** Argument: the store's folder. */
  public static void main(String[] arguments) throws InterruptedException {
    Service service = Service.start(ServiceConfig.of(Path.of(arguments[0])));
    System.out.println("serving");
    service.awaitStopped();
  }
}
