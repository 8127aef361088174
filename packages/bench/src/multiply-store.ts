/** Runs SQL on the store of an engine. */
export interface StoreSql {
  readonly engine: 'sqlite' | 'postgres';
  columns(table: string): Promise<string[]>;
  run(text: string): Promise<void>;
}

/** A settled payment, with all its rows. */
export interface SettledPayment {
  readonly transactionId: string;
  readonly quoteId: string;
}

/** The times of the copies: one after the other, all within the retention period. */
export interface CopyTimes {
  readonly startMs: number;
  readonly stepMs: number;
}

const dayMs = 86_400_000;
const spanMs = 60 * dayMs;

/** Times of this many copies that end a day before now. */
export function copyTimes(copies: number, nowMs: number): CopyTimes {
  return { startMs: nowMs - dayMs - spanMs, stepMs: Math.floor(spanMs / copies) };
}

/** The time of the copy with this number. */
export function madeAt({ startMs, stepMs }: CopyTimes, number: number): string {
  return new Date(startMs + number * stepMs).toISOString();
}

/** Copies per statement: its temporary data must fit beside the store. */
const copiesAtOnce = 100_000;

interface Copier {
  /** For each copy: a number, a UUID, a time, and a customer that changes every thousand copies. */
  readonly number: string;
  readonly uuid: string;
  readonly time: string;
  readonly someCustomer: string;
  /** An id in the format of events, which sorts by time, with a different number for each event of a copy. */
  eventId(group: number): string;
  copy(table: string, where: string, fresh: Readonly<Record<string, string>>): Promise<void>;
}

function copierOf(sql: StoreSql, copies: number, { startMs, stepMs }: CopyTimes): Copier {
  const { engine } = sql;
  const ms = `(${startMs} + CAST(n AS BIGINT) * ${stepMs})`;
  const hex = (value: string): string =>
    engine === 'sqlite' ? `printf('%012x', ${value})` : `lpad(to_hex((${value})::bigint), 12, '0')`;
  const number = hex('n');
  const time =
    engine === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${ms} / 1000.0, 'unixepoch')`
      : `to_char(to_timestamp(${ms} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const numbers = (first: number, last: number): string =>
    engine === 'sqlite'
      ? `(WITH RECURSIVE c(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM c WHERE n < ${last}) SELECT n FROM c)`
      : `(SELECT n FROM generate_series(${first}, ${last}) AS c(n))`;
  return {
    number,
    uuid: `'00000000-0000-7000-8000-' || ${number}`,
    time,
    someCustomer: `'Customer:00000000-0000-7000-8000-' || ${hex('n / 1000')}`,
    eventId: (group) =>
      `'Webhook:' || substr(${hex(ms)}, 1, 8) || '-' || substr(${hex(ms)}, 9) || '-7${group}' || substr(${hex('r.sequence')}, 11) || '-8000-' || ${number}`,
    copy: async (table, where, fresh) => {
      // The database assigns the position in the order of commits.
      const columns = (await sql.columns(table)).filter((column) => column !== 'position');
      const values = columns.map((column) => fresh[column] ?? `r.${column}`);
      for (let first = 1; first <= copies; first += copiesAtOnce) {
        const some = numbers(first, Math.min(copies, first + copiesAtOnce - 1));
        await sql.run(
          `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} r CROSS JOIN ${some} numbers WHERE ${where}`,
        );
      }
    },
  };
}

/**
 * Copies one settled payment many times: transaction, quote, entries, postings, statements, events and deliveries, with
 * their own ids and times. The customer changes every thousand payments.
 */
export async function multiplyPayment(
  sql: StoreSql,
  payment: SettledPayment,
  copies: number,
  copyTimes: CopyTimes,
): Promise<void> {
  const { number, uuid, time, someCustomer, eventId, copy } = copierOf(sql, copies, copyTimes);
  const transaction = `'Transaction:' || ${uuid}`;
  const subject = `'${payment.transactionId}'`;
  const times = { created_at: time, updated_at: time };
  const entryOf = (entry: string): string => `${entry} || '-' || ${number}`;

  await copy('ledger_postings', `r.entry_id IN (SELECT id FROM ledger_entries WHERE subject_id = ${subject})`, {
    entry_id: entryOf('r.entry_id'),
  });
  await copy('ledger_entries', `r.subject_id = ${subject}`, {
    id: entryOf('r.id'),
    subject_id: transaction,
    created_at: time,
  });
  await copy('account_entries', `r.subject_id = ${subject}`, {
    entry_id: entryOf('r.entry_id'),
    subject_id: transaction,
    sequence: 'n',
    created_at: time,
  });
  await copy('events', `r.resource_id = ${subject}`, {
    id: eventId(1),
    resource_id: transaction,
    // Lists and payments do not read the bodies of sent events, and a million of them would fill a disk.
    payload: "'{}'",
    created_at: time,
  });
  await copy('deliveries', `r.resource_id = ${subject}`, {
    event_id: eventId(1),
    resource_id: transaction,
    created_at: time,
  });
  await copy('quotes', `r.id = '${payment.quoteId}'`, {
    id: `'Quote:' || ${uuid}`,
    transaction_id: transaction,
    ...times,
  });
  // Half of the payments belong to the customer whose list is measured.
  await copy('transactions', `r.id = ${subject}`, {
    id: transaction,
    quote_id: `'Quote:' || ${uuid}`,
    customer_id: `CASE WHEN n % 2 = 0 THEN r.customer_id ELSE ${someCustomer} END`,
    settled_at: time,
    ...times,
  });
  if (sql.engine === 'postgres') await sql.run('ANALYZE');
}

/** The payer, with the accounts of both sides. */
export interface Person {
  readonly customerId: string;
  readonly accountId: string;
  readonly externalAccountId: string;
}

/** Copies one customer with an account of each kind, under different names. */
export async function multiplyPerson(sql: StoreSql, person: Person, copies: number, times: CopyTimes): Promise<void> {
  const { uuid, time: created_at, copy } = copierOf(sql, copies, times);
  const own = { created_at, updated_at: created_at };
  const customer_id = `'Customer:' || ${uuid}`;
  await copy('customers', `r.id = '${person.customerId}'`, {
    ...{ ...own, id: customer_id, platform_customer_id: `'copy-' || ${uuid}` },
    uma_address: `CASE WHEN r.uma_address IS NULL THEN NULL ELSE '$' || ${uuid} || '@copies.example' END`,
  });
  await copy('internal_accounts', `r.id = '${person.accountId}'`, {
    ...{ ...own, id: `'InternalAccount:' || ${uuid}`, customer_id, reference: uuid },
  });
  await copy('external_accounts', `r.id = '${person.externalAccountId}'`, {
    ...{ ...own, id: `'ExternalAccount:' || ${uuid}`, customer_id, fingerprint: uuid, identifier_digest: uuid },
  });
  if (sql.engine === 'postgres') await sql.run('ANALYZE');
}

/** Copies one settled card purchase in the same way, with its steps and pulls. */
export async function multiplyPurchase(
  sql: StoreSql,
  transactionId: string,
  copies: number,
  copyTimes: CopyTimes,
): Promise<void> {
  const { number, uuid, time, someCustomer, eventId, copy } = copierOf(sql, copies, copyTimes);
  const transaction = `'CardTransaction:' || ${uuid}`;
  const subject = `'${transactionId}'`;
  const numbered = (column: string): string => `${column} || '-' || ${number}`;
  const ofSteps = `(SELECT id FROM card_steps WHERE card_transaction_id = ${subject})`;
  const ofEntries = `(SELECT id FROM ledger_entries WHERE subject_id IN ${ofSteps})`;
  await copy('ledger_postings', `r.entry_id IN ${ofEntries}`, { entry_id: numbered('r.entry_id') });
  await copy('ledger_entries', `r.subject_id IN ${ofSteps}`, {
    ...{ id: numbered('r.id'), subject_id: numbered('r.subject_id'), created_at: time },
  });
  await copy('card_steps', `r.card_transaction_id = ${subject}`, {
    ...{ id: numbered('r.id'), card_transaction_id: transaction, created_at: time },
  });
  await copy('card_pulls', `r.card_transaction_id = ${subject}`, {
    ...{ id: numbered('r.id'), card_transaction_id: transaction },
  });
  await copy('account_entries', `r.subject_id IN ${ofSteps}`, {
    ...{ entry_id: numbered('r.entry_id'), subject_id: numbered('r.subject_id'), sequence: 'n', created_at: time },
  });
  await copy('events', `r.resource_id = ${subject}`, {
    ...{ id: eventId(2), resource_id: transaction, payload: "'{}'", created_at: time },
  });
  await copy('deliveries', `r.resource_id = ${subject}`, {
    ...{ event_id: eventId(2), resource_id: transaction, created_at: time },
  });
  await copy('card_transactions', `r.id = ${subject}`, {
    ...{ id: transaction, issuer_transaction_token: uuid, created_at: time, updated_at: time },
    customer_id: `CASE WHEN n % 2 = 0 THEN r.customer_id ELSE ${someCustomer} END`,
  });
  if (sql.engine === 'postgres') await sql.run('ANALYZE');
}
