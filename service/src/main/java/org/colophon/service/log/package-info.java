/** Bridge from Jetty's log to the platform's loggers. */
package org.colophon.service.log;
