/** Browser sessions: one-time codes, and the cookies for which they are exchanged. */
package org.colophon.service.session;
