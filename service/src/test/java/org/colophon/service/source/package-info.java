/** Tests of sources with numbered lines. */
package org.colophon.service.source;
