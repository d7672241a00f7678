/** Damages stores at random and checks that no loss goes unnoticed. */
package org.colophon.cli.damage;
