/** Small stores that the tests of this module share. */
package org.colophon.query;
