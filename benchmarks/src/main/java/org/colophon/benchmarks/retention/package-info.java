/** What it costs to let go of what is old. */
package org.colophon.benchmarks.retention;
