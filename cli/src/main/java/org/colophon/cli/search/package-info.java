/** Commands that search a store instead of following one target. */
package org.colophon.cli.search;
