/**
 * What every storage adapter is tested with: hand-built and random histories, the contract that all
 * adapters pass unchanged, and a double that watches how the kernel drives an adapter. For tests
 * only; nothing that ships depends on it.
 */
package org.colophon.testing.contract;
