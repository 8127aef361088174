import { type Selectable, sql } from 'kysely';
import type { Database } from '../ground/database/database.ts';
import type { Schema } from '../ground/database/schema.ts';
import { sealedDatabase, type Vault } from '../ground/database/sealed-database.ts';
import { statement } from '../ground/database/statement.ts';
import { writeAmount } from '../ground/money/money.ts';

interface Opened {
  readonly database: Database;
  readonly deps: { readonly sealer: Vault };
}

type Lines = Readonly<Record<string, string>>;

type Claim = Pick<Selectable<Schema['transactions']>, 'id' | 'sent_currency' | 'sent_minor' | 'platform_fees_minor'> & {
  readonly platform_id: string;
  readonly environment: string;
  readonly initiated_at: string;
  readonly refund_status: string;
};

/** As many as one can scroll through on a screen. */
const mostShown = 500;

const list = statement<Record<never, never>, Claim>('listFeeClaims', (db) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as l', (join) =>
      join.onRef('l.tenant', '=', 'e.tenant').onRef('l.entry_id', '=', 'e.id'),
    )
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.tenant', '=', 'e.tenant').onRef('t.id', '=', 'e.subject_id'),
    )
    .innerJoin('refunds as r', (join) => join.onRef('r.tenant', '=', 't.tenant').onRef('r.id', '=', 't.refund_id'))
    .innerJoin('platforms as p', 'p.tenant', 't.tenant')
    .select(['t.id', 't.sent_currency', 't.sent_minor', 't.platform_fees_minor', 'r.initiated_at'])
    .select(['r.status as refund_status', 'p.platform_id', 'p.environment'])
    .where('e.kind', '=', 'RETURN')
    .where(sql<boolean>`l.account like 'service:fee-claims:%'`)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('ledger_entries as back')
            .select('back.id')
            .whereRef('back.tenant', '=', 'e.tenant')
            .whereRef('back.subject_id', '=', 'e.subject_id')
            .where('back.kind', '=', 'FEE_RETURN'),
        ),
      ),
    )
    .orderBy('r.initiated_at')
    .orderBy('t.id')
    .limit(mostShown),
);

/** Lists the returned payments whose platforms have yet to give back their fees, the oldest first. */
export async function showFeeClaims({ database, deps }: Opened): Promise<Lines> {
  const rows = await sealedDatabase(database, deps.sealer).read((unit) => unit.all(list, {}));
  if (rows.length === 0) return { 'fee claims': 'none' };
  return Object.fromEntries(rows.map((row) => [row.id, explain(row)]));
}

function explain({ platform_id, environment, initiated_at, sent_currency: currency, ...row }: Claim): string {
  const [fee, refund] = [writeAmount(row.platform_fees_minor, currency), writeAmount(row.sent_minor, currency)];
  return `${platform_id} in ${environment} owes its fee of ${fee} since ${initiated_at}; the refund of ${refund} is ${row.refund_status}`;
}
