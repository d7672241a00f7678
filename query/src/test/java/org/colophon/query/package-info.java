/** What the tests of this module share: small stores. */
package org.colophon.query;
