/**
 * Measures Colophon: {@code Main} runs whole-system workloads against peers, the capture suite and
 * the micro-benchmarks, and writes figures with the facts of the machine. Nothing in the product
 * depends on this module.
 */
package org.colophon.benchmarks;
