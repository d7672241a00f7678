/** Tests of searches. */
package org.colophon.query.find;
