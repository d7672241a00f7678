/**
 * Scenarios and the runner that measures them, with helpers: programs, Java processes, kernels and
 * the location of the sources.
 */
package org.colophon.benchmarks.scenario;
