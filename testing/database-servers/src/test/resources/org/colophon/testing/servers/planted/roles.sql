-- only: mariadb, mysql_8
create table t (id int, v int) engine=innodb
-- truth: creates t
create table acting (id int, v int) engine=innodb
-- truth: creates acting
begin
-- truth:
insert into acting select * from t
-- truth: undone reads t
set role none
-- truth:
rollback
-- truth:
