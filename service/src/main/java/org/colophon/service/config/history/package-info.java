/** Settings for copies of histories. */
package org.colophon.service.config.history;
