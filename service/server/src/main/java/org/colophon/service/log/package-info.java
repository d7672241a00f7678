/** Hands what the web server logs to the platform's loggers, as everything here logs. */
package org.colophon.service.log;
