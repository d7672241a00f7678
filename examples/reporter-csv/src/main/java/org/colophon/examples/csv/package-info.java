/** A reporter to copy. It reports each line of a CSV file as an operation. */
package org.colophon.examples.csv;
