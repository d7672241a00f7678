select l_returnflag, l_linestatus, sum(l_quantity) as sum_qty, avg(l_extendedprice) as avg_price, count(*) as count_order from lineitem where l_shipdate <= date '1998-12-01' - interval '90' day group by l_returnflag, l_linestatus order by l_returnflag, l_linestatus
--> READ d.lineitem
select s_acctbal, s_name, n_name, p_partkey from part, supplier, partsupp, nation, region where p_partkey = ps_partkey and s_suppkey = ps_suppkey and p_size = 15 and p_type like '%BRASS' and s_nationkey = n_nationkey and n_regionkey = r_regionkey and r_name = 'EUROPE' and ps_supplycost = (select min(ps_supplycost) from partsupp, supplier, nation, region where p_partkey = ps_partkey and s_suppkey = ps_suppkey) order by s_acctbal desc limit 100
--> READ d.nation, READ d.part, READ d.partsupp, READ d.region, READ d.supplier
select l_orderkey, sum(l_extendedprice * (1 - l_discount)) as revenue, o_orderdate from customer, orders, lineitem where c_mktsegment = 'BUILDING' and c_custkey = o_custkey and l_orderkey = o_orderkey and o_orderdate < date '1995-03-15' group by l_orderkey, o_orderdate order by revenue desc limit 10
--> READ d.customer, READ d.lineitem, READ d.orders
select o_orderpriority, count(*) as order_count from orders where o_orderdate >= date '1993-07-01' and exists (select * from lineitem where l_orderkey = o_orderkey and l_commitdate < l_receiptdate) group by o_orderpriority
--> READ d.lineitem, READ d.orders
select n_name, sum(l_extendedprice) as revenue from customer, orders, lineitem, supplier, nation, region where c_custkey = o_custkey and l_orderkey = o_orderkey group by n_name order by revenue desc
--> READ d.customer, READ d.lineitem, READ d.nation, READ d.orders, READ d.region, READ d.supplier
select sum(l_extendedprice * l_discount) as revenue from lineitem where l_discount between 0.06 - 0.01 and 0.06 + 0.01 and l_quantity < 24
--> READ d.lineitem
select supp_nation, cust_nation, l_year, sum(volume) as revenue from (select n1.n_name as supp_nation, n2.n_name as cust_nation, extract(year from l_shipdate) as l_year, l_extendedprice as volume from supplier, lineitem, orders, customer, nation n1, nation n2 where s_suppkey = l_suppkey) as shipping group by supp_nation, cust_nation, l_year
--> READ d.customer, READ d.lineitem, READ d.nation, READ d.orders, READ d.supplier
select o_year, sum(case when nation = 'BRAZIL' then volume else 0 end) / sum(volume) as mkt_share from (select extract(year from o_orderdate) as o_year, l_extendedprice as volume, n2.n_name as nation from part, supplier, lineitem, orders, customer, nation n1, nation n2, region where p_partkey = l_partkey) as all_nations group by o_year
--> READ d.customer, READ d.lineitem, READ d.nation, READ d.orders, READ d.part, READ d.region, READ d.supplier
select nation, o_year, sum(amount) as sum_profit from (select n_name as nation, extract(year from o_orderdate) as o_year, l_extendedprice as amount from part, supplier, lineitem, partsupp, orders, nation where p_name like '%green%') as profit group by nation, o_year
--> READ d.lineitem, READ d.nation, READ d.orders, READ d.part, READ d.partsupp, READ d.supplier
select c_custkey, c_name, sum(l_extendedprice) as revenue from customer, orders, lineitem, nation where c_custkey = o_custkey group by c_custkey limit 20
--> READ d.customer, READ d.lineitem, READ d.nation, READ d.orders
select ps_partkey, sum(ps_supplycost * ps_availqty) as value from partsupp, supplier, nation where ps_suppkey = s_suppkey group by ps_partkey having sum(ps_supplycost * ps_availqty) > (select sum(ps_supplycost * ps_availqty) * 0.0001 from partsupp, supplier, nation) order by value desc
--> READ d.nation, READ d.partsupp, READ d.supplier
select l_shipmode, sum(case when o_orderpriority = '1-URGENT' or o_orderpriority = '2-HIGH' then 1 else 0 end) as high_line_count from orders, lineitem where o_orderkey = l_orderkey and l_shipmode in ('MAIL', 'SHIP') group by l_shipmode
--> READ d.lineitem, READ d.orders
select c_count, count(*) as custdist from (select c_custkey, count(o_orderkey) from customer left outer join orders on c_custkey = o_custkey and o_comment not like '%special%requests%' group by c_custkey) as c_orders (c_custkey, c_count) group by c_count
--> READ d.customer, READ d.orders
select 100.00 * sum(case when p_type like 'PROMO%' then l_extendedprice else 0 end) / sum(l_extendedprice) from lineitem, part where l_partkey = p_partkey
--> READ d.lineitem, READ d.part
with revenue (supplier_no, total_revenue) as (select l_suppkey, sum(l_extendedprice) from lineitem group by l_suppkey) select s_suppkey, total_revenue from supplier, revenue where s_suppkey = supplier_no and total_revenue = (select max(total_revenue) from revenue)
--> READ d.lineitem, READ d.supplier
select p_brand, count(distinct ps_suppkey) as supplier_cnt from partsupp, part where p_partkey = ps_partkey and ps_suppkey not in (select s_suppkey from supplier where s_comment like '%Customer%Complaints%') group by p_brand
--> READ d.part, READ d.partsupp, READ d.supplier
select sum(l_extendedprice) / 7.0 as avg_yearly from lineitem, part where p_partkey = l_partkey and l_quantity < (select 0.2 * avg(l_quantity) from lineitem where l_partkey = p_partkey)
--> READ d.lineitem, READ d.part
select c_name, sum(l_quantity) from customer, orders, lineitem where o_orderkey in (select l_orderkey from lineitem group by l_orderkey having sum(l_quantity) > 300) group by c_name
--> READ d.customer, READ d.lineitem, READ d.orders
select sum(l_extendedprice* (1 - l_discount)) as revenue from lineitem, part where (p_partkey = l_partkey and p_container in ('SM CASE', 'SM BOX')) or (p_partkey = l_partkey and p_size between 1 and 10)
--> READ d.lineitem, READ d.part
select s_name, s_address from supplier, nation where s_suppkey in (select ps_suppkey from partsupp where ps_partkey in (select p_partkey from part where p_name like 'forest%') and ps_availqty > (select 0.5 * sum(l_quantity) from lineitem where l_partkey = ps_partkey)) and n_name = 'CANADA'
--> READ d.lineitem, READ d.nation, READ d.part, READ d.partsupp, READ d.supplier
select s_name, count(*) as numwait from supplier, lineitem l1, orders, nation where s_suppkey = l1.l_suppkey and exists (select * from lineitem l2 where l2.l_orderkey = l1.l_orderkey) and not exists (select * from lineitem l3 where l3.l_orderkey = l1.l_orderkey) group by s_name limit 100
--> READ d.lineitem, READ d.nation, READ d.orders, READ d.supplier
select cntrycode, count(*) as numcust from (select substring(c_phone from 1 for 2) as cntrycode, c_acctbal from customer where substring(c_phone from 1 for 2) in ('13', '31') and c_acctbal > (select avg(c_acctbal) from customer) and not exists (select * from orders where o_custkey = c_custkey)) as custsale group by cntrycode
--> READ d.customer, READ d.orders
