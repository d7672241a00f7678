-- only: mariadb
create table t (id int primary key auto_increment, v int) engine=innodb
-- truth: creates t
create table u (id int, v int) engine=innodb
-- truth: creates u
insert into t (v) values (1), (2) returning id
-- truth: writes t
insert into u select * from t except select * from t where v = 1
-- truth: reads t writes u
create sequence s1
-- truth: creates s1
insert into u values (nextval(s1), 0)
-- truth: reads s1 writes u s1
create table parts (id int, v int) engine=innodb partition by range (id) (partition p0 values less than (10), partition p1 values less than (100))
-- truth: creates parts
insert into parts select * from t
-- truth: reads t writes parts
create table part (id int, v int) engine=innodb
-- truth: creates part
alter table parts exchange partition p0 with table part
-- truth: reads parts part writes parts part
create table from_part as select * from part
-- truth: reads part creates from_part
begin not atomic insert into u select * from from_part; end
-- truth: ; reads from_part writes u
execute immediate 'insert into from_part select * from u'
-- truth: reads u writes from_part
create table nums as select seq from seq_1_to_5
-- truth: creates nums
set statement max_statement_time = 100 for insert into nums select id from u
-- truth: reads u writes nums
delete from t where v = 1 returning id, (select max(id) from nums)
-- truth: reads nums writes t
insert into u value (5, 5)
-- truth: writes u
create or replace table nums as select id from part
-- truth: drops nums reads part creates nums
create temporary table part (id int, v int)
-- truth: creates #part
rename table part to first_part, first_part to other_part
-- truth: renames #part>#first_part #first_part>#other_part
create table from_other_part as select * from other_part
-- truth: reads #other_part creates from_other_part
create table from_part_again as select * from part
-- truth: reads part creates from_part_again
create table gone (id int, v int) engine=innodb
-- truth: creates gone
insert into gone select id, v from u
-- truth: reads u writes gone
create temporary table gone_too (id int)
-- truth: creates #gone_too
drop table gone, no_such_table, gone_too
-- truth: fails ; drops gone #gone_too
create table if not exists gone (id int, v int) engine=innodb
-- truth: creates gone
insert into gone select id, v from part
-- truth: reads part writes gone
create table from_gone as select * from gone
-- truth: reads gone creates from_gone
rename table if exists no_such_table to gone
-- truth:
create table from_gone_again as select * from gone
-- truth: reads gone creates from_gone_again
