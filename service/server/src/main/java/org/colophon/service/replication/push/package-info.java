/** Shipping of a history to another service, without brokers. */
package org.colophon.service.replication.push;
