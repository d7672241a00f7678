/** Tests of what lines mean. */
package org.colophon.reporters.dsl.feed;
