/**
 * The kernel: the only place that sees every stage. It opens a store, recovers it, runs ring,
 * naming, suppression and journal, feeds the storage adapters, and answers for all of them.
 */
package org.colophon.core.kernel;
