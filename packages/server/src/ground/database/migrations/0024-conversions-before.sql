-- Conversions that were priced before what a customer receives rounded down and what a customer pays rounded up.
-- They rounded to the nearest unit, some of them to the customer's gain, and keep the price that was promised;
-- verify holds every later one to the rule.
CREATE TABLE conversions_before (
  tenant INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  PRIMARY KEY (tenant, transaction_id)
) /*sqlite: WITHOUT ROWID */;
INSERT INTO conversions_before (tenant, transaction_id)
  SELECT tenant, id FROM transactions WHERE sent_currency <> received_currency;
