-- Whether the payment was requested as a transfer: the sandbox ends some of those in other ways than quotes.
ALTER TABLE transactions ADD COLUMN is_transfer INTEGER NOT NULL DEFAULT 0;
