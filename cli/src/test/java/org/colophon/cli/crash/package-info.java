/**
 * Tests that kill whole processes at random instants and check that everything acknowledged is
 * left.
 */
package org.colophon.cli.crash;
