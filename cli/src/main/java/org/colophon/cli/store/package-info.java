/** The commands that maintain a store: adapters, snapshots, pruning and verification. */
package org.colophon.cli.store;
