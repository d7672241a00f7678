/** Lets the store go of what may go: on a schedule, in the background, and when somebody asks. */
package org.colophon.service.retention;
