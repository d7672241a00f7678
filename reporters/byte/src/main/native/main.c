// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Options and callbacks of the tool.
#include "tool.h"

Int option_lookups = LOOKUPS_TABLES;
Int option_max_sets = 2 << 20;
Int option_max_ranges = 16;
Int option_max_pages = 256 << 10;  // 4 GiB of labels, for 1 GiB of memory
const HChar *option_logs = 0;

static Bool process_option(const HChar *argument) {
  return VG_XACT_CLO(argument, "--lookups=no", option_lookups, LOOKUPS_NO)
         || VG_XACT_CLO(argument, "--lookups=tables", option_lookups, LOOKUPS_TABLES)
         || VG_XACT_CLO(argument, "--lookups=all", option_lookups, LOOKUPS_ALL)
         || VG_BINT_CLO(argument, "--max-sets", option_max_sets, 1, 1 << 30)
         || VG_BINT_CLO(argument, "--max-ranges", option_max_ranges, 1, 256)
         || VG_BINT_CLO(argument, "--max-pages", option_max_pages, 1, 1 << 25)
         || VG_BOOL_CLO(argument, "--read-before", option_read_before)
         || VG_STR_CLO(argument, "--logs", option_logs);
}

static void print_usage(void) {
  VG_(printf)("    --logs=DIRECTORY    write logs there; required\n"
              "    --lookups=no|tables|all   which loaded values depend on their address [tables]\n"
              "    --max-sets=N        limit of sets of input bytes; further ones become one set [2097152]\n"
              "    --max-ranges=N      limit of ranges in a set; the nearest are joined [16]\n"
              "    --max-pages=N       limit of memory pages with labels [262144]\n"
              "    --read-before=no|yes  the program's arguments may depend on input [no]\n");
}

static void print_debug_usage(void) { VG_(printf)("    (none)\n"); }

static void new_memory(Addr address, SizeT length, Bool r, Bool w, Bool x, ULong handle) {
  (void)r, (void)w, (void)x, (void)handle;
  set_shared(address, length, False);
  clear_labels(address, length);
}

static void new_heap(Addr address, SizeT length, ThreadId thread) {
  (void)thread;
  clear_labels(address, length);
}

static void written(CorePart part, ThreadId thread, Addr address, SizeT length) {
  if (part == Vg_CoreSysCall) {
    filled_by_call(thread, address, length);
  } else {
    if (part == Vg_CoreSignal) has_learned();
    clear_labels(address, length);
  }
}

static void scheduled(ThreadId thread, ULong blocks) {
  (void)thread, (void)blocks;
  collect();
}

static void moved(Addr from, Addr to, SizeT length) { copy_labels(from, to, length); }

static void post_options(void) {
  if (!option_logs) VG_(fmsg_bad_option)("--logs", "give the directory of the logs\n");
  labels_init();
  shadow_init();
  record_init();
}

static void end(Int status) {
  (void)status;
  record_end();
}

static void pre_options(void) {
  VG_(details_name)("Colophon");
  VG_(details_version)("1");
  VG_(details_description)("follows bytes from files to files");
  VG_(details_copyright_author)("by the authors of Colophon");
  VG_(details_bug_reports_to)("the project");
  VG_(basic_tool_funcs)(post_options, instrument, end);
  VG_(needs_command_line_options)(process_option, print_usage, print_debug_usage);
  VG_(needs_syscall_wrapper)(before_call, after_call);
  VG_(track_new_mem_mmap)(new_memory);
  VG_(track_new_mem_brk)(new_heap);
  VG_(track_start_client_code)(scheduled);
  VG_(track_copy_mem_remap)(moved);
  VG_(track_post_mem_write)(written);
}

VG_DETERMINE_INTERFACE_VERSION(pre_options)
