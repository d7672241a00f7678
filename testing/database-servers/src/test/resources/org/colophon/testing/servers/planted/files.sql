create table a (id int, v varchar(50)) engine=innodb
-- truth: creates a
create table b (id int, v varchar(50)) engine=innodb
-- truth: creates b
create table blobs (v longblob) engine=innodb
-- truth: creates blobs
insert into a values (1, 'x'), (2, 'y')
-- truth: writes a
select * from a into outfile 'DIRECTORY/a.csv' fields terminated by ','
-- truth: reads a writes DIRECTORY/a.csv
load data infile 'DIRECTORY/a.csv' into table b fields terminated by ','
-- truth: reads DIRECTORY/a.csv writes b
select v from b limit 1 into dumpfile 'DIRECTORY/one.bin'
-- truth: reads b writes DIRECTORY/one.bin
insert into blobs values (load_file('DIRECTORY/one.bin'))
-- truth: reads DIRECTORY/one.bin writes blobs
load data local infile 'DIRECTORY/a.csv' ignore into table a fields terminated by ','
-- truth: ; reads DIRECTORY/a.csv writes a
select * from a union select * from b into outfile 'DIRECTORY/all.csv'
-- truth: reads a b writes DIRECTORY/all.csv
