// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/** Functions of libbpf 1, with the names of the library. */
public interface Libbpf {
  @Nullable Pointer libbpf_set_print(@Nullable Pointer callback);

  @Nullable Pointer bpf_object__open_file(String path, @Nullable Pointer options);

  @Nullable Pointer bpf_object__next_program(Pointer object, @Nullable Pointer before);

  @Nullable Pointer bpf_object__find_program_by_name(Pointer object, String name);

  Pointer bpf_object__find_map_by_name(Pointer object, String name);

  int bpf_map__set_max_entries(Pointer map, int entries);

  int bpf_object__load(Pointer object);

  int bpf_program__set_autoload(Pointer program, boolean isLoaded);

  boolean bpf_program__autoload(Pointer program);

  @Nullable Pointer bpf_program__attach(Pointer program);

  int bpf_link__destroy(Pointer link);

  int bpf_map__fd(Pointer map);

  int bpf_map__value_size(Pointer map);

  int bpf_map_update_elem(int map, Pointer key, Pointer value, long flags);

  int bpf_map_lookup_elem(int map, Pointer key, Pointer value);

  int bpf_program__fd(Pointer program);

  int bpf_obj_get_info_by_fd(int object, Pointer info, Pointer length);

  int libbpf_num_possible_cpus();

  void bpf_object__close(Pointer object);
}
