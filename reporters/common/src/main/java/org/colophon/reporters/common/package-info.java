/** Calls of Linux that Java does not have, for what {@code core} asks of an operating system. */
package org.colophon.reporters.common;
