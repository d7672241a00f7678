/** What a kernel with real adapters is like after very much has gone through it. */
package org.colophon.cli.soak;
