/** Shared logs as topics of Apache Kafka. */
package org.colophon.history.kafka;
