// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the mirror behaves like a plain directory. */
@Tag("jdk")
class MirrorIT {
  @TempDir Path directory;

  /** Runs a script in the mount and in a plain directory; checks that both outputs are equal. */
  private void agrees(String script, String... options) throws Exception {
    Path plain = Files.createDirectories(directory.resolve("plain"));
    String expected = Mounted.run(List.of("bash", "-c", script), plain);
    try (Mounted mounted = new Mounted(directory, options)) {
      String found = Mounted.run(List.of("bash", "-c", script), mounted.mount);
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void keepsCreatedNamesThatAreNotUtf8() throws Exception {
    agrees(
        "touch $'a\\nb' $'\\xff\\xfe' $'\\e[31m' ' ' '-rf' $'tab\\t'; mkdir $'\\x80'; mv -- -rf"
            + " $'\\x80'/; ls -1b . $'\\x80'; long=$(printf 'x%.0s' {1..255}); touch $long; ls $long;"
            + " touch x$long 2>&1 | tail -c 20");
  }

  @Test
  void keepsOpenFileThatIsRenamedReplacedAndRemoved() throws Exception {
    agrees(
        "echo one > a; exec 3<>a; mv a b; echo two > a; mv a b; cat b; cat <&3; rm b;"
            + " echo more >&3; stat -L -c '%s %h' /dev/fd/3; exec 3>&-; ls");
  }

  @Test
  void setsOwnerAndModeOfFilesCreatedByOtherUsers() throws Exception {
    agrees(
        "chmod 777 .; u='setpriv --reuid=65534 --regid=65534 --clear-groups'; umask 027; $u touch"
            + " mine; $u mkdir dir; $u ln -s x link; mkdir set; chgrp 7 set; chmod 2777 set; $u"
            + " touch set/in; $u mkdir set/dir; touch root; chmod 600 root; $u cat root 2>&1 | tail"
            + " -c 20; $u chown 0 mine 2>&1 | tail -c 30; stat -c '%n %u %g %a' mine dir link set/in"
            + " set/dir");
  }

  @Test
  void dropsSetUserIdOnWriteExceptByRoot() throws Exception {
    agrees(
        "chmod 777 .; echo x > f; chown 65534 f; chmod 6755 f; echo y >> f; stat -c %a f; setpriv"
            + " --reuid=65534 --regid=65534 --clear-groups sh -c 'echo z >> f'; stat -c %a f; chmod"
            + " 6755 f; setpriv --reuid=65534 --regid=65534 --clear-groups truncate -s 1 f; stat -c"
            + " %a f; chmod 4755 f; chown 1 f; stat -c %a f");
  }

  @Test
  void dropsSetUserIdOnTruncationExceptByRoot() throws Exception {
    agrees(
        "chmod 777 .; echo x > f; chown 65534 f; chmod 6755 f; : > f; stat -c '%a %s' f; echo x > f;"
            + " chmod 6755 f; setpriv --reuid=65534 --regid=65534 --clear-groups sh -c ': > f; stat"
            + " -c \"%a %s\" f'; stat -c %a f");
  }

  @Test
  void preservesTimesAttributesAndHoles() throws Exception {
    agrees(
        "touch -d '2001-02-03 04:05:06.123456789' f; stat -c %y f; ln -s none l; touch -h -d"
            + " '2001-02-03 04:05:06.987654321' l; stat -c %y l; truncate -s 10G sparse; stat -c '%s"
            + " %b' sparse; echo end | dd of=sparse bs=1 seek=5G conv=notrunc 2>/dev/null; tail -c +$"
            + "((5*1024*1024*1024+1)) sparse | head -c 4; rm sparse; mkfifo p; stat -c %F p; mknod d c"
            + " 1 3; stat -c '%F %t %T' d; python3 -c \"import os; os.setxattr('f', 'user.a',"
            + " b'1'*1000); print(os.listxattr('f'), len(os.getxattr('f', 'user.a')));"
            + " os.removexattr('f', 'user.a'); print(os.listxattr('f'))\"");
  }

  @Test
  void honoursFlagsOfRename() throws Exception {
    agrees(
        """
        python3 - <<'END'
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        def rename(a, b, flags):
            r = libc.renameat2(-100, a, -100, b, flags)
            print(a, b, flags, r, ctypes.get_errno() if r else 0)
        open('a', 'w').write('a'); open('b', 'w').write('b'); os.mkdir('d')
        rename(b'a', b'b', 1); rename(b'a', b'b', 2); print(open('a').read(), open('b').read())
        rename(b'a', b'd', 2); print(open('d').read(), os.listdir('a')); rename(b'x', b'y', 0)
        rename(b'd', b'd2', 1); os.link('b', 'b2'); rename(b'b', b'b2', 0); print(sorted(os.listdir('.')))
        END
        """);
  }

  @Test
  void supportsSharedMappingsAndLocks() throws Exception {
    String script =
        """
        python3 - <<'END'
        import mmap, os, fcntl, subprocess
        f = open('m', 'w+b'); f.write(b'.' * 10000); f.flush()
        m = mmap.mmap(f.fileno(), 10000); m[5000:5004] = b'MMAP'; m.flush()
        print(open('m', 'rb').read()[4999:5005])
        fcntl.lockf(f, fcntl.LOCK_EX, 10)
        other = "import fcntl,sys; f=open('m','r+b')\\ntry: fcntl.lockf(f, fcntl.LOCK_EX|fcntl.LOCK_NB, 10)\\n"
        other += "except OSError as e: print(e.errno)\\nfcntl.flock(f, fcntl.LOCK_EX|fcntl.LOCK_NB); print('flock')"
        print(subprocess.run(['python3', '-c', other], capture_output=True, text=True).stdout)
        fd = os.open('m', os.O_RDWR | os.O_APPEND); os.pwrite(fd, b'end', 0); print(os.fstat(fd).st_size)
        os.posix_fallocate(fd, 0, 20000); print(os.fstat(fd).st_size)
        t = os.open('.', os.O_TMPFILE | os.O_RDWR); os.write(t, b'unnamed')
        os.link('/proc/self/fd/%d' % t, 'named', src_dir_fd=t, follow_symlinks=True); print(open('named').read())
        END
        """;
    agrees(script);
  }

  @Test
  void supportsDirectIo() throws Exception {
    agrees(
        "head -c 1048576 /dev/zero | tr '\\0' x > a; dd if=a of=b bs=64k iflag=direct oflag=direct"
            + " 2>/dev/null; cmp a b; stat -c %s b; md5sum < b");
  }

  @Test
  void writesLastPartialBlockThroughPageCache() throws Exception {
    agrees(
        "head -c 1000000 /dev/zero | tr '\\0' x > a; dd if=a of=b bs=64k iflag=direct oflag=direct"
            + " 2>/dev/null; echo $?; cmp a b; stat -c %s b");
  }

  @Test
  void readsPartialBlocksThroughPageCache() throws Exception {
    agrees(
        """
        python3 - <<'END'
        import fcntl, os
        open('f', 'w').write('some text')
        fd = os.open('f', os.O_RDONLY | os.O_DIRECT)
        fcntl.fcntl(fd, fcntl.F_SETFL, 0)
        print(os.pread(fd, 4, 5))
        END
        """);
  }

  @Test
  void writesMappingOfFileInDirectOrAppendMode() throws Exception {
    agrees(
        """
        python3 - <<'END'
        import mmap, os
        for flag in os.O_DIRECT, os.O_APPEND:
            fd = os.open('f', os.O_RDWR | os.O_CREAT | flag)
            os.ftruncate(fd, 5000)
            with mmap.mmap(fd, 5000) as m:
                m[4990:4994] = b'tail'
                m.flush()
            os.close(fd)
            print(os.stat('f').st_size, open('f', 'rb').read()[4989:4995])
            os.unlink('f')
        END
        """);
  }

  @Test
  void keepsSetUserIdOnChownByNamespaceSuperuser() throws Exception {
    agrees(
        "touch f; chmod 4755 f; setpriv --reuid=65534 --regid=65534 --clear-groups unshare -Ur"
            + " python3 -c \"import os; os.chown('f', -1, -1)\" 2>/dev/null; stat -c %a f");
  }

  @Test
  void listsTrustedAttributesOnlyToSuperuser() throws Exception {
    agrees(
        """
        cat > list.py <<'END'
        import ctypes, os
        libc = ctypes.CDLL(None)
        print(sorted(os.listxattr('f')), libc.listxattr(b'f', None, 0))
        print(libc.listxattr(b'f', ctypes.create_string_buffer(7), 7))
        END
        touch f; python3 -c "import os; [os.setxattr('f', a, b'1') for a in ('trusted.a', 'user.b', 'trusted.c')]"
        python3 - < list.py
        setpriv --reuid=65534 --regid=65534 --clear-groups python3 - < list.py
        setpriv --reuid=65534 --regid=65534 --clear-groups unshare -Ur python3 - < list.py
        """);
  }

  @Test
  void servesFiveThousandOpenFiles() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run(
          "ulimit -n 8000; python3 -c \"import os; fds = [os.open('f%d' % i, os.O_CREAT |"
              + " os.O_WRONLY) for i in range(5000)]; [os.write(fd, b'x') for fd in fds]\"");

      assertThat(mounted.source.resolve("f4999")).hasContent("x");
    }
  }

  @Test
  void listsDirectoryWithTwentyThousandEntries() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Mounted.run(List.of("python3", "-c", "for i in range(20000): open(str(i),'w')"), source);
    try (Mounted mounted = new Mounted(directory)) {
      assertThat(mounted.run("ls -f | sort -u | wc -l").strip()).isEqualTo("20002");
    }
  }

  @Test
  void returnsErrorOfFullSource() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source"));
    Mounted.run(
        List.of("mount", "-t", "tmpfs", "-o", "size=1m", "none", source.toString()), directory);
    try (Mounted mounted = new Mounted(directory)) {
      assertThat(mounted.run("! head -c 2000000 /dev/zero > f; rm f"))
          .contains("No space left on device");
      // Linux reports the close and forget of a file afterwards, without waiting for a reply.
      mounted.run("timeout 30 sh -c 'until echo x > g; do :; done'; grep -qx x g");
    } finally {
      Mounted.run(List.of("umount", source.toString()), directory);
    }
  }

  @Test
  void opensCurrentFileAfterReplacementInSource() throws Exception {
    String[] kept = {"entry-timeout", "60000", "attribute-timeout", "60000"};
    try (Mounted mounted = new Mounted(directory, kept)) {
      mounted.run("for f in removed read cut replaced; do echo old > $f; done");
      for (String name : List.of("removed", "read", "cut")) {
        Files.delete(mounted.source.resolve(name));
      }
      Path other = Files.writeString(mounted.source.resolve("other"), "new\n");
      Files.move(other, mounted.source.resolve("replaced"), StandardCopyOption.REPLACE_EXISTING);

      assertThat(mounted.run("! cat read")).contains("No such file");
      mounted.run("echo more >> removed; echo more > cut; echo more >> replaced");
      assertThat(mounted.source.resolve("removed")).hasContent("more");
      assertThat(mounted.source.resolve("cut")).hasContent("more");
      assertThat(mounted.source.resolve("replaced")).hasContent("new\nmore");
      assertThat(mounted.run("cat removed cut replaced")).isEqualTo("more\nmore\nnew\nmore\n");
    }
  }

  @Test
  void reopensOpenFileWithoutName() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      assertThat(mounted.run("exec 3<> f; rm f; echo text > /proc/self/fd/3; cat /proc/self/fd/3"))
          .isEqualTo("text\n");
    }
  }

  @Test
  void returnsErrorsIfSourceIsRemoved() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("mkdir d; echo x > d/f");
      Mounted.run(List.of("rm", "-r", mounted.source.toString()), directory);

      assertThat(mounted.run("! touch new; ls | wc -l")).contains("No such file").endsWith("0\n");
    }
  }
}
