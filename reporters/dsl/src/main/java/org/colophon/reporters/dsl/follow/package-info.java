/**
 * Follows a feed's file as it grows, across rotations, and goes on where it was left. docs/dsl.md
 * says what happens when the file is rotated or cut.
 */
package org.colophon.reporters.dsl.follow;
