/** Tests of how questions are understood. */
package org.colophon.query.api;
