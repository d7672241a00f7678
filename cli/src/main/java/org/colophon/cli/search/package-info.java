/** Commands that search a whole store instead of following a target. */
package org.colophon.cli.search;
