package org.colophon.service.client;

import java.io.IOException;

/** Opens a connection. */
@FunctionalInterface
interface Dialer {
  /** Connects, or says with an exception why nobody is there. */
  Wire dial() throws IOException;
}
