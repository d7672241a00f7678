/** Whole processes killed at random instants, and what must be left of what they acknowledged. */
package org.colophon.cli.crash;
