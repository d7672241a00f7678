/** Configuration of a service as immutable values with defaults. */
package org.colophon.service.config;
