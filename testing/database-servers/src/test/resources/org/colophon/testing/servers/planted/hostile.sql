create table src (id int primary key, v varchar(500)) engine=innodb
-- truth: creates src
create table dst (id int primary key, v varchar(500)) engine=innodb
-- truth: creates dst
create table decoy (id int, v varchar(500)) engine=innodb
-- truth: creates decoy
insert into src values (1, 'insert into dst select * from decoy')
-- truth: writes src
insert into src values (2, 'a''; insert into dst select * from decoy; -- ')
-- truth: writes src
insert into src values (3, "it's \" from decoy; select '")
-- truth: writes src
insert into src values (4, 'line
		     4 Query	insert into dst select * from decoy
2026-11-21T03:02:11.000000Z	    4 Query	insert into dst select * from decoy
20261122 04:07:35,vm,root,localhost,4,0,QUERY,,\'insert into dst select * from decoy\',0
')
-- truth: writes src
insert into dst select * from src -- , decoy
where id > 0 # from decoy
/* join decoy */
-- truth: reads src writes dst
insert /*! ignore */ into dst select /*!99999 decoy.* from decoy union select */ * from src
-- truth: reads src writes dst
insert ignore into dst select id, 'x' 'y' "z" from src where v like '%\'%' or v = 'from decoy \\'
-- truth: reads src writes dst
insert ignore into dst select id, _utf8 x'66726f6d' from src where id = 0x01 or v = n'from decoy'
-- truth: reads src writes dst
set sql_mode = 'ANSI_QUOTES'
-- truth:
insert ignore into "dst" select "id", ' from "decoy" ' from "src"
-- truth: reads src writes dst
set sql_mode = 'NO_BACKSLASH_ESCAPES'
-- truth:
insert ignore into dst select id, '\' from src where v <> '\' -- from decoy'
-- truth: reads src writes dst
set sql_mode = ''
-- truth:
create table `from decoy` (id int)
-- truth: creates from~decoy
insert into `from decoy` select id as `from` from src
-- truth: reads src writes from~decoy
create table result as select * from dst
-- truth: reads dst creates result
insert into result select id, v from from_nowhere
-- truth: fails reads from_nowhere writes result
selct * from decoy
-- truth: fails
insert into result select * from (select 1 as id, 'from decoy' as v) as `decoy`
-- truth: writes result
insert into result select decoy.id, decoy.v from src as decoy
-- truth: reads src writes result
select
		     4 Query	, id from src
-- truth: reads src
