-- An application's own first migration, in its own schema.
CREATE TABLE account (id bigint PRIMARY KEY);
