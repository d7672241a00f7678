create table a (id int) engine=innodb
-- truth: creates a
create table b (id int) engine=innodb
-- truth: creates b
create table c (id int) engine=innodb
-- truth: creates c
insert into a values (1)
-- truth: writes a
insert into b select * from a
-- truth: reads a writes b
rename table b to b1
-- truth: renames b>b1
rename table b1 to b2, c to b1
-- truth: renames b1>b2 c>b1
insert into b1 select * from b2
-- truth: reads b2 writes b1
rename table b1 to swap, b2 to b1, swap to b2
-- truth: renames b1>swap b2>b1 swap>b2
create table from_b1 as select * from b1
-- truth: reads b1 creates from_b1
create table from_b2 as select * from b2
-- truth: reads b2 creates from_b2
alter table from_b1 rename to moved
-- truth: writes from_b1 renames from_b1>moved
create table from_b1 (id int) engine=innodb
-- truth: creates from_b1
insert into from_b1 values (1)
-- truth: writes from_b1
create table after_all as select * from moved
-- truth: reads moved creates after_all
drop table a
-- truth: drops a
create table a (id int) engine=innodb
-- truth: creates a
create table from_new_a as select * from a
-- truth: reads a creates from_new_a
create table `odd name.with/dots%and space` (`sel``ect` int) engine=innodb
-- truth: creates odd~name^with%2Fdots%25and~space
insert into `odd name.with/dots%and space` select id from moved
-- truth: reads moved writes odd~name^with%2Fdots%25and~space
create table `tàblé` as select * from `odd name.with/dots%and space`
-- truth: reads odd~name^with%2Fdots%25and~space creates tàblé
truncate table b1
-- truth: cuts b1
create table from_empty as select * from b1
-- truth: reads b1 creates from_empty
insert into b1 values (5)
-- truth: writes b1
create table if not exists moved as select * from from_empty
-- truth:
-- untold: reads from_empty writes moved
create database names_other
-- truth:
create table names_other.x as select * from moved
-- truth: reads moved creates names_other.x
rename table names_other.x to names_here
-- truth: renames names_other.x>names_here
create table names_other.y as select * from names_here
-- truth: reads names_here creates names_other.y
use names_other
-- truth:
create table z as select * from y
-- truth: reads names_other.y creates names_other.z
insert into names.moved select * from z
-- truth: reads names_other.z writes moved
drop table if exists names.after_all, y
-- truth: drops after_all drops names_other.y
