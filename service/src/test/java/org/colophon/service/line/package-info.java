/** Tests of parsing lines. */
package org.colophon.service.line;
