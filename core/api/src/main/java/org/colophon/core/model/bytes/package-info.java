/** Origins of the bytes of objects. */
package org.colophon.core.model.bytes;
