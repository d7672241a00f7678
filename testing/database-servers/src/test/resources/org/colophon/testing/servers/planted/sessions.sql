create table t (id int primary key, v int) engine=innodb
-- truth: creates t
create table u (id int primary key, v int) engine=innodb
-- truth: creates u
create table w (id int primary key, v int) engine=innodb
-- truth: creates w
create table x (id int, v int) engine=innodb
-- truth: creates x
insert into t values (1, 1), (2, 2)
-- truth: writes t
insert into w values (9, 9)
-- truth: writes w
begin
-- truth:
insert into u select * from t
-- truth: reads t writes u
update u set v = v + 1
-- truth: writes u
insert into x select * from u
-- truth: reads u writes x
commit
-- truth:
begin
-- truth:
insert into u select * from w
-- truth: undone reads w
rollback
-- truth:
start transaction
-- truth:
insert into x select 1, v from t
-- truth: reads t writes x
savepoint s1
-- truth:
insert into x select * from w
-- truth: undone reads w
rollback to s1
-- truth:
commit
-- truth:
set autocommit = 0
-- truth:
insert into x select id, v from w
-- truth: undone reads w
rollback
-- truth:
insert into x select 5, v from t
-- truth: reads t writes x
set autocommit = 1
-- truth:
begin
-- truth:
insert into x select * from w
-- truth: reads w writes x
create table implicit (id int) engine=innodb
-- truth: creates implicit
rollback
-- truth:
prepare p from 'insert into implicit select v from u where id = ?'
-- truth:
set @one = 1
-- truth:
execute p using @one
-- truth: reads u writes implicit
deallocate prepare p
-- truth:
create temporary table scratch (id int, v int)
-- truth: creates #scratch
insert into scratch select * from u
-- truth: reads u writes #scratch
create table kept as select * from scratch
-- truth: reads #scratch creates kept
create temporary table t (id int, v int)
-- truth: creates #t
insert into t select * from kept
-- truth: reads kept writes #t
create table shadowed as select * from t
-- truth: reads #t creates shadowed
drop temporary table t
-- truth: drops #t
create table unshadowed as select * from t
-- truth: reads t creates unshadowed
lock tables x read, implicit write
-- truth:
insert into implicit select v from x
-- truth: reads x writes implicit
unlock tables
-- truth:
xa start 'one'
-- truth:
insert into implicit select v from kept
-- truth: reads kept writes implicit
xa end 'one'
-- truth:
xa prepare 'one'
-- truth:
xa commit 'one'
-- truth:
insert into t values (1, 1)
-- truth: fails writes t
insert into u select 77, id from shadowed limit 1
-- truth: reads shadowed writes u
create table done (id int, v int) engine=innodb
-- truth: creates done
begin
-- truth:
insert into done select 1, v from t
-- truth: reads t writes done
create table x (id int)
-- truth: fails creates x
rollback
-- truth:
begin
-- truth:
insert into done select id, v from w
-- truth: undone reads w
-- untold: reads w writes done
create table broken (id no_such_type)
-- truth: fails creates broken
rollback
-- truth:
begin
-- truth:
insert into done select id, v from w
-- truth: undone reads w
set autocommit = 1
-- truth:
unlock tables
-- truth:
rollback
-- truth:
lock tables done write
-- truth:
begin
-- truth:
insert into done select id, v from w
-- truth: undone reads w
unlock tables
-- truth:
rollback
-- truth:
set autocommit = 0
-- truth:
lock tables done write, kept read
-- truth:
insert into done select id, v from kept
-- truth: reads kept writes done
unlock tables
-- truth:
rollback
-- truth:
lock tables done write
-- truth:
lock tables no_such_table write
-- truth: fails
insert into done select id, v from w
-- truth: undone reads w
-- untold: reads w writes done
unlock tables
-- truth:
rollback
-- truth:
insert into done select id, v from u
-- truth: reads u writes done
set autocommit = 1
-- truth:
rollback
-- truth:
create temporary table kept (id int, v int)
-- truth: creates #kept
alter table kept rename to moved
-- truth: writes #kept renames #kept>#moved
insert into moved select id, v from w
-- truth: reads w writes #moved
create table from_moved as select * from moved
-- truth: reads #moved creates from_moved
create table from_kept as select * from kept
-- truth: reads kept creates from_kept
create table released (id int, v int) engine=innodb
-- truth: creates released
begin
-- truth:
savepoint s1
-- truth:
insert into released select id, v from t
-- truth: reads t writes released
savepoint s2
-- truth:
insert into released select id, v from kept
-- truth: reads kept writes released
release savepoint s1
-- truth:
rollback to s2
-- truth: fails
commit
-- truth:
begin
-- truth:
insert into released select id, v from w
-- truth: undone reads w
-- untold: reads w writes released
create table refused as select abs(1, 2)
-- truth: fails creates refused
rollback
-- truth:
xa start 'refusing'
-- truth:
insert into released select id, v from w
-- truth: undone reads w
-- untold: reads w writes released
create table refused (id int)
-- truth: fails creates refused
insert into released select id, v from w
-- truth: undone reads w
-- untold: reads w writes released
xa end 'refusing'
-- truth:
xa rollback 'refusing'
-- truth:
create temporary table again (id int, v int)
-- truth: creates #again
insert into again select id, v from t
-- truth: reads t writes #again
create temporary table if not exists again (id int, v int)
-- truth:
create table from_again as select * from again
-- truth: reads #again creates from_again
create table history (id int, v int) engine=innodb
-- truth: creates history
update history set v = 1
-- truth: writes history
