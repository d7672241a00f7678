/** The service as a whole, through its socket. */
package org.colophon.service;
