/** Sessions of browsers: one-time codes, and the cookies that they are exchanged for. */
package org.colophon.service.session;
