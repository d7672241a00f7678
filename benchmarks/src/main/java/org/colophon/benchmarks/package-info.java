/**
 * Benchmarks of Colophon. {@code Main} runs whole-system workloads with peers, the capture suite
 * and the micro-benchmarks. It writes the results together with the facts of the machine. No
 * product module depends on this module.
 */
package org.colophon.benchmarks;
