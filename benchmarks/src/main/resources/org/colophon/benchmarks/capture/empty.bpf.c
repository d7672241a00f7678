// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
/* Does nothing at the tracepoints of every call and process, to measure their own cost. */
#define AT(name) __attribute__((section(name), used))

char LICENSE[] AT("license") = "GPL";

AT("tp_btf/sys_enter") int on_enter(void *context) { return 0; }
AT("tp_btf/sys_exit") int on_leave(void *context) { return 0; }
AT("tp_btf/sched_switch") int on_switch(void *context) { return 0; }
AT("tp_btf/sched_process_fork") int on_fork(void *context) { return 0; }
AT("tp_btf/sched_process_exec") int on_exec(void *context) { return 0; }
AT("tp_btf/sched_process_exit") int on_exit(void *context) { return 0; }
