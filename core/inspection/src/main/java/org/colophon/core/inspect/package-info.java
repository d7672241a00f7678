/**
 * Runs inspectors: chooses them for a change by glob and media type, asks them off the path of the
 * file operation with limits of time and memory, and hands over what they found as extended
 * records. Whatever an inspector does, the file operation neither fails nor waits, and what could
 * not be found out leaves a record that says so.
 */
package org.colophon.core.inspect;
