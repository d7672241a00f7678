// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.principal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The principals of a store. They are in the store's file {@code principals.json}, which only its
 * owner may read. If the file changes, the next request uses the changed principals. Any thread.
 */
public final class Principals {
  /** Name of the file in the store. */
  public static final String FILE = "principals.json";

  private static final int TOKEN_BYTES = 32;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private final Path file;
  private State read = new State("", List.of());

  /** The principals, and the version of the file from which they were read. */
  private record State(String version, List<Principal> all) {}

  /** Constructs the principals of a store. The file may be missing. */
  public Principals(Path store) {
    this.file = store.resolve(FILE);
  }

  /**
   * Returns all principals in the order of the file.
   *
   * @throws ColophonException BAD_REQUEST for an invalid file; NOT_PERMITTED if others may read it
   */
  public synchronized List<Principal> all() {
    String version = version();
    if (!version.equals(read.version())) {
      read = new State(version, version.isEmpty() ? List.of() : load());
    }
    return read.all();
  }

  /** Returns the version of the file, which is always replaced as a whole. */
  private String version() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return now.fileKey() + " " + now.lastModifiedTime() + " " + now.size();
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  private List<Principal> load() {
    try {
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
      if (!mode.endsWith("------")) {
        throw ErrorCode.NOT_PERMITTED.exception(
            file + " can be read or written by others than its owner: run chmod 600 on it");
      }
      List<Principal> all = new ArrayList<>();
      for (Principal each : JSON.readValue(file.toFile(), Principal[].class)) {
        Principal checked = each.checked();
        boolean isKnown = all.stream().anyMatch(other -> other.name().equals(checked.name()));
        if (isKnown) {
          throw ErrorCode.BAD_REQUEST.exception(
              "two principals are called " + checked.name() + ": rename one");
        }
        all.add(checked);
      }
      return List.copyOf(all);
    } catch (JsonProcessingException e) {
      throw ErrorCode.BAD_REQUEST.exception(file + " is invalid: " + e.getOriginalMessage(), e);
    } catch (ColophonException e) {
      throw new ColophonException(e.code(), file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  /** Returns the principal with a token. The time does not depend on the token. */
  public Optional<Principal> find(String token) {
    byte[] digest = DigestUtils.sha256Hex(token).getBytes(StandardCharsets.US_ASCII);
    Principal found = null;
    for (Principal each : all()) {
      String known = each.tokenSha256() == null ? "" : each.tokenSha256();
      if (MessageDigest.isEqual(digest, known.getBytes(StandardCharsets.US_ASCII))) {
        found = each;
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns the principal with the subject of a certificate. */
  public Optional<Principal> ofSubject(X500Principal subject) {
    return all().stream().filter(each -> each.hasSubject(subject)).findFirst();
  }

  /**
   * Adds a principal with a certificate.
   *
   * @param subject the name in the certificate
   * @throws ColophonException ALREADY_EXISTS; BAD_REQUEST
   */
  public void addSubject(
      String name,
      String subject,
      @Nullable String expires,
      List<String> rights,
      List<String> hosts,
      List<String> sources) {
    add(new Principal(name, null, subject, expires, rights, hosts, sources));
  }

  /**
   * Adds a principal with a token.
   *
   * @return the token, which is not stored
   * @throws ColophonException ALREADY_EXISTS; BAD_REQUEST
   */
  public String add(
      String name,
      @Nullable String expires,
      List<String> rights,
      List<String> hosts,
      List<String> sources) {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    add(new Principal(name, DigestUtils.sha256Hex(token), null, expires, rights, hosts, sources));
    return token;
  }

  private synchronized void add(Principal added) {
    List<Principal> all = new ArrayList<>(all());
    if (all.stream().anyMatch(each -> each.name().equals(added.name()))) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          "there is a principal " + added.name() + ": remove it first");
    }
    all.add(added.checked());
    write(all);
  }

  /**
   * Removes a principal.
   *
   * @throws ColophonException NOT_FOUND
   */
  public synchronized void remove(String name) {
    List<Principal> all = new ArrayList<>(all());
    if (!all.removeIf(each -> each.name().equals(name))) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no principal %s, only %s"
              .formatted(name, all.stream().map(Principal::name).toList()));
    }
    write(all);
  }

  private void write(List<Principal> all) {
    try {
      PrivateFiles.write(file, JSON.writeValueAsString(all) + "\n");
    } catch (IOException e) {
      throw IoFailure.of("write", file, e);
    }
  }
}
