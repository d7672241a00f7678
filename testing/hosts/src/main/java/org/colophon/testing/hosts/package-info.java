/** Brokers and services in processes of their own, for tests and benchmarks; never shipped. */
package org.colophon.testing.hosts;
