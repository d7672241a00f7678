// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common;

import jnr.ffi.annotations.Out;
import jnr.ffi.types.pid_t;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;
import org.jspecify.annotations.Nullable;

/** Functions of the C library. Public only because reflection binds it. */
public interface CoreLibc {
  /** Returns the id that Linux gave to the calling thread; never fails. */
  @pid_t
  int gettid();

  /**
   * Sets how a thread is scheduled.
   *
   * @param parameter a {@code struct sched_param}, which is one number: the priority of a real-time
   *     thread, otherwise 0
   * @return 0, or -1 if refused
   */
  int sched_setscheduler(@pid_t int thread, int policy, int[] parameter);

  /** Opens a socket; returns its descriptor, or -1. */
  int socket(int domain, int type, int protocol);

  /**
   * Sends a datagram.
   *
   * @param address a {@code struct sockaddr_un}
   * @return the number of bytes sent, or -1
   */
  @ssize_t
  long sendto(
      int socket, byte[] data, @size_t long length, int flags, byte[] address, int addressLength);

  /**
   * Opens a file.
   *
   * @param path the path with a zero byte at its end
   * @return its descriptor, or -1
   */
  int open(byte[] path, int flags, int mode);

  /** Requests something of a file's driver, by a structure that it may change; -1 if refused. */
  int ioctl(int descriptor, long request, byte[] structure);

  /** Closes a descriptor; returns 0, or -1. */
  int close(int descriptor);

  /**
   * Reads the status of a file.
   *
   * @param path the path with a zero byte at its end
   * @param status receives a {@code struct statx}
   * @return 0, or -1
   */
  int statx(int directory, byte[] path, int flags, int mask, @Out byte[] status);

  /** Reads the status of the file system of a path into a {@code struct statfs}; 0, or -1. */
  int statfs(byte[] path, @Out byte[] status);

  /** Sets the blocked signals of the calling thread. */
  int pthread_sigmask(int how, byte[] set, byte @Nullable [] old);

  /** Replaces this process; returns only if it fails. */
  int execve(String file, String[] arguments, String[] environment);
}
