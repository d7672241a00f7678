create table a (id int, v varchar(50)) engine=innodb
-- truth: creates a
create table b (id int, v varchar(50)) engine=innodb
-- truth: creates b
create table blobs (v longblob) engine=innodb
-- truth: creates blobs
insert into a values (1, 'x'), (2, 'y')
-- truth: writes a
select * from a into outfile 'FOLDER/a.csv' fields terminated by ','
-- truth: reads a writes FOLDER/a.csv
load data infile 'FOLDER/a.csv' into table b fields terminated by ','
-- truth: reads FOLDER/a.csv writes b
select v from b limit 1 into dumpfile 'FOLDER/one.bin'
-- truth: reads b writes FOLDER/one.bin
insert into blobs values (load_file('FOLDER/one.bin'))
-- truth: reads FOLDER/one.bin writes blobs
load data local infile 'FOLDER/a.csv' ignore into table a fields terminated by ','
-- truth: ; reads FOLDER/a.csv writes a
select * from a union select * from b into outfile 'FOLDER/all.csv'
-- truth: reads a b writes FOLDER/all.csv
