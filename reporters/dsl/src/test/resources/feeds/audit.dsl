type:Agent id:0 uid:1000 euid:1000 gid:1000 source:syscall
type:Process id:1 pid:400 ppid:1 name:bash exe:/bin/bash cwd:/home/ann command\ line:-bash start\ time:1700000000.100 source:syscall
type:WasControlledBy from:1 to:0 source:syscall
type:Process id:2 pid:401 ppid:400 name:sort exe:/usr/bin/sort command\ line:sort\ data.csv start\ time:1700000001.000
type:WasTriggeredBy from:2 to:1 operation:fork event\ id:1 time:1700000001.000
type:Process id:3 pid:402 ppid:400 name:awk exe:/usr/bin/awk command\ line:awk\ -F,\ {print\ $1\:$2} start\ time:1700000001.010
type:WasTriggeredBy from:3 to:1 operation:fork event\ id:2 time:1700000001.010
type:Artifact id:10 subtype:file path:/home/ann/data.csv version:0 permissions:0644
type:Artifact id:11 subtype:file path:/usr/lib/libc.so.6 version:0
type:Used from:2 to:11 operation:load event\ id:3 time:1700000001.020
type:Used from:2 to:10 operation:read size:4096 event\ id:4 time:1700000001.030
type:Artifact id:12 subtype:unnamed\ pipe read\ fd:0 write\ fd:1 tgid:400 name:unnamed\ pipe\ artifact\ 12
type:WasGeneratedBy from:12 to:2 operation:write size:4096 event\ id:5 time:1700000001.040
type:Used from:3 to:12 operation:read size:4096 event\ id:6 time:1700000001.050
type:Artifact id:13 subtype:file path:/home/ann/report.txt version:1
type:WasGeneratedBy from:13 to:3 operation:write size:512 event\ id:7 time:1700000001.060
type:Artifact id:14 subtype:file path:/home/ann/later.csv version:0
type:Used from:2 to:14 operation:read size:10 event\ id:8 time:1700000002.000
type:Process id:4 pid:403 ppid:400 name:cat exe:/bin/cat command\ line:cat\ secret.txt
type:WasTriggeredBy from:4 to:1 operation:fork event\ id:9 time:1700000003.000
type:Artifact id:15 subtype:file path:/home/ann/secret.txt
type:Used from:4 to:15 operation:read size:5
type:Artifact id:16 subtype:file path:/home/ann/copy.txt
type:WasGeneratedBy from:16 to:4 operation:write size:5
