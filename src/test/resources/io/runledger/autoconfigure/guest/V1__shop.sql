CREATE TABLE orders (id bigint PRIMARY KEY);
CREATE TABLE settled (id bigint NOT NULL, fence bigint NOT NULL);
INSERT INTO orders SELECT generate_series(1, 25);
