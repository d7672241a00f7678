/** Tests of the import of logs. */
package org.colophon.benchmarks.mysql;
