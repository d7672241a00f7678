/** Tests of the whole service through its socket. */
package org.colophon.service;
