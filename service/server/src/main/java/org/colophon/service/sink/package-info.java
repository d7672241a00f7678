/** What the service puts around sinks: counts for each reporter, and a tap for live tails. */
package org.colophon.service.sink;
