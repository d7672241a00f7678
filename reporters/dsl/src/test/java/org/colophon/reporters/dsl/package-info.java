/** What the tests of this module share. */
package org.colophon.reporters.dsl;
