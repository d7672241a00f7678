/** A reporter to copy: it reports what the lines of a CSV file say, and nothing more. */
package org.colophon.examples.csv;
