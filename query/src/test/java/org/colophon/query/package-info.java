/** Small stores shared by the tests of this module. */
package org.colophon.query;
