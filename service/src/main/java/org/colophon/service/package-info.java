/** The long-lived service: one store's kernel, adapters and reporters behind an HTTP API. */
package org.colophon.service;
