/** An example of a reporter, to be copied. It reports each line of a CSV file as an operation. */
package org.colophon.examples.csv;
