/** Reads {@code /proc}. */
package org.colophon.reporters.common.proc;
