SELECT c_discount, c_last, c_credit, w_tax FROM customer, warehouse WHERE w_id = 1 AND c_w_id = w_id AND c_d_id = 3 AND c_id = 17
--> READ d.customer, READ d.warehouse
SELECT d_next_o_id, d_tax FROM district WHERE d_id = 3 AND d_w_id = 1 FOR UPDATE
--> READ d.district
UPDATE district SET d_next_o_id = 3002 WHERE d_id = 3 AND d_w_id = 1
--> UPDATE d.district
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local) VALUES (3001, 3, 1, 17, '2024-01-01 10:00:00', 10, 1)
--> INSERT d.orders
INSERT INTO new_orders (no_o_id, no_d_id, no_w_id) VALUES (3001, 3, 1)
--> INSERT d.new_orders
SELECT i_price, i_name, i_data FROM item WHERE i_id = 4711
--> READ d.item
SELECT s_quantity, s_data, s_dist_01, s_dist_02 FROM stock WHERE s_i_id = 4711 AND s_w_id = 1 FOR UPDATE
--> READ d.stock
UPDATE stock SET s_quantity = 42 WHERE s_i_id = 4711 AND s_w_id = 1
--> UPDATE d.stock
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (3001, 3, 1, 1, 4711, 1, 5, 123.45, 'abcdefghijklmnopqrstuvwx')
--> INSERT d.order_line
UPDATE warehouse SET w_ytd = w_ytd + 3000.5 WHERE w_id = 1
--> UPDATE d.warehouse
SELECT w_street_1, w_street_2, w_city, w_state, w_zip, w_name FROM warehouse WHERE w_id = 1
--> READ d.warehouse
UPDATE district SET d_ytd = d_ytd + 3000.5 WHERE d_w_id = 1 AND d_id = 3
--> UPDATE d.district
SELECT count(c_id) FROM customer WHERE c_w_id = 1 AND c_d_id = 3 AND c_last = 'BARBARBAR'
--> READ d.customer
SELECT c_id FROM customer WHERE c_w_id = 1 AND c_d_id = 3 AND c_last = 'BARBARBAR' ORDER BY c_first
--> READ d.customer
UPDATE customer SET c_balance = c_balance - 3000.5, c_data = 'x' WHERE c_w_id = 1 AND c_d_id = 3 AND c_id = 17
--> UPDATE d.customer
INSERT INTO history (h_c_d_id, h_c_w_id, h_c_id, h_d_id, h_w_id, h_date, h_amount, h_data) VALUES (3, 1, 17, 3, 1, NOW(), 3000.5, 'w d')
--> INSERT d.history
SELECT o_id, o_carrier_id, o_entry_d FROM orders WHERE o_w_id = 1 AND o_d_id = 3 AND o_c_id = 17 AND o_id = (SELECT MAX(o_id) FROM orders WHERE o_w_id = 1 AND o_d_id = 3 AND o_c_id = 17)
--> READ d.orders
SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id = 3001
--> READ d.order_line
SELECT COALESCE(MIN(no_o_id), 0) FROM new_orders WHERE no_d_id = 3 AND no_w_id = 1
--> READ d.new_orders
DELETE FROM new_orders WHERE no_o_id = 2101 AND no_d_id = 3 AND no_w_id = 1
--> DELETE d.new_orders
UPDATE orders SET o_carrier_id = 7 WHERE o_id = 2101 AND o_d_id = 3 AND o_w_id = 1
--> UPDATE d.orders
UPDATE order_line SET ol_delivery_d = NOW() WHERE ol_o_id = 2101 AND ol_d_id = 3 AND ol_w_id = 1
--> UPDATE d.order_line
SELECT SUM(ol_amount) FROM order_line WHERE ol_o_id = 2101 AND ol_d_id = 3 AND ol_w_id = 1
--> READ d.order_line
SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id < 3002 AND ol_o_id >= 2982 AND s_w_id = 1 AND s_i_id = ol_i_id AND s_quantity < 15
--> READ d.order_line, READ d.stock
COMMIT
--> COMMIT
