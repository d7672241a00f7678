/** Tests. */
package org.colophon.service.line;
