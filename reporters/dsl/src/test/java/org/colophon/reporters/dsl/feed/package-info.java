/** Tests the interpretation of feed lines. */
package org.colophon.reporters.dsl.feed;
