create table a (id int primary key, v varchar(50), n int) engine=innodb
-- truth: creates a
create table b (id int primary key, v varchar(50)) engine=innodb
-- truth: creates b
create table c (id int primary key, v varchar(50)) engine=innodb
-- truth: creates c
create table t1 (id int, v varchar(50)) engine=innodb
-- truth: creates t1
create table t2 (id int, v varchar(50)) engine=innodb
-- truth: creates t2
create table t3 (id int, v varchar(50)) engine=innodb
-- truth: creates t3
create table t4 (id int, v varchar(50)) engine=innodb
-- truth: creates t4
insert into a values (1, 'one', 1), (2, 'two', 2)
-- truth: writes a
insert into b values (1, 'b'), (3, 'c')
-- truth: writes b
insert into c values (9, 'z')
-- truth: writes c
create view va as select id, v from a where n > 0
-- truth:
create view vab as select va.id, b.v from va join b on b.id = va.id
-- truth:
create view vv as select * from vab union select * from c
-- truth:
insert into t1 select * from va
-- truth: reads a writes t1
insert into t2 select * from vab
-- truth: reads a b writes t2
insert into t3 select * from vv where id in (select id from t1)
-- truth: reads a b c t1 writes t3
update va set v = 'changed' where id = 1
-- truth: writes a
insert into t4 select x.v1, y.v from (select id v1 from vab) x, vv y
-- truth: reads a b c writes t4
create or replace view va as select id, v from c
-- truth:
create table t5 as select * from va
-- truth: reads c creates t5
drop view vv
-- truth:
alter view vab as select id, v from t5
-- truth:
create table t6 as select v, count(*) k from vab group by v having k > 0 order by 1
-- truth: reads t5 creates t6
insert into va values (77, 'through a view')
-- truth: writes c
delete from va where id = 77
-- truth: writes c
create view vj as select a.id, a.v av, b.v bv from a join b using (id)
-- truth:
update vj set bv = av
-- truth: reads a b writes a b
select * from vab
-- truth: reads t5
select count(*) from information_schema.tables
-- truth: reads information_schema.tables
