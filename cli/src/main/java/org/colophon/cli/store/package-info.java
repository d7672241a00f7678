/** Commands that maintain a store: adapters, snapshots, backup, pruning and verification. */
package org.colophon.cli.store;
