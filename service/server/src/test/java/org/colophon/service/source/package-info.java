/** Tests. */
package org.colophon.service.source;
