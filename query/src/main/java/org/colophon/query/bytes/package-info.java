/** Origins of ranges of bytes, followed through files, pipes and sockets. */
package org.colophon.query.bytes;
