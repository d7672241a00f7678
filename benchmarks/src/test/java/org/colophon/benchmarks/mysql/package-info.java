/** Tests of importing logs. */
package org.colophon.benchmarks.mysql;
