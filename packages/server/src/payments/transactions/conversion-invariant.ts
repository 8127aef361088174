import { sql } from 'kysely';
import { exactSumAs, joined } from '../../ground/database/exact-sums.ts';
import type { Invariant } from '../../ground/database/invariant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import { parseRate, toSending } from '../../ground/money/rate.ts';
import { beforeAll, type TransactionKey } from './transaction-key.ts';

/** The totals that the exchange accounts took and gave for one payment, whatever its outcome. */
interface Exchanged extends TransactionKey {
  readonly sent_currency: string;
  readonly received_currency: string;
  readonly exchange_rate: string;
  /** `null` if its quote is missing, which another invariant detects. */
  readonly locked_side: string | null;
  readonly taken_upper: number | bigint;
  readonly taken_lower: number | bigint;
  readonly given_upper: number | bigint;
  readonly given_lower: number | bigint;
}

/**
 * Checks each payment at the rate of its quote, so that the exchange accounts together never lose value. Products
 * of amounts and rates exceed 64 bits, so this runs here page by page, not in SQL.
 */
export function conversionsByPages(pageSize: number): Invariant {
  return {
    name: 'conversions-give-no-more',
    rule: 'No conversion gives more than it takes at the rate of its payment, and none keeps a whole unit.',
    check: async (unit) => {
      for (let after = beforeAll; ; ) {
        const page = await readPage(unit, after, pageSize);
        const last = page.at(-1);
        if (last === undefined) return undefined;
        after = last;
        for (const exchanged of page) {
          const problem = exchanged.locked_side === null ? undefined : judge(exchanged);
          if (problem !== undefined) return `transaction ${exchanged.id} ${problem}`;
        }
      }
    },
  };
}

export const conversionInvariant = conversionsByPages(10_000);

function judge({ taken_upper, taken_lower, given_upper, given_lower, ...payment }: Exchanged): string | undefined {
  const [taken, given] = [joined(taken_upper, taken_lower), joined(given_upper, given_lower)];
  const [sending, receiving] = [currencyCode(payment.sent_currency), currencyCode(payment.received_currency)];
  const rate = parseRate(payment.exchange_rate);
  const cost = toSending(given, rate, sending, receiving);
  const kept = taken * cost.denominator - cost.numerator;
  if (kept < 0n) return `gives ${given} ${receiving} for ${taken} ${sending}, which is less than the cost`;
  const isPaidRounded = payment.locked_side === 'RECEIVING';
  const unit = isPaidRounded ? cost.denominator : toSending(1n, rate, sending, receiving).numerator;
  return kept < unit ? undefined : `takes ${taken} ${sending} for ${given} ${receiving}, which is one unit too many`;
}

/** Copies of a platform have the same ids, so a page orders by tenant first, as the index does. */
function readPage(unit: Unit, after: TransactionKey, pageSize: number): Promise<Exchanged[]> {
  const taken = sql`case when p.currency = t.sent_currency then p.amount_minor else 0 end`;
  const given = sql`case when p.currency = t.received_currency then -p.amount_minor else 0 end`;
  const query = sql<Exchanged>`select t.tenant, t.id, t.sent_currency, t.received_currency, t.exchange_rate, q.locked_side,
      ${exactSumAs('taken', taken)}, ${exactSumAs('given', given)}
    from (select tenant, id, sent_currency, received_currency, exchange_rate, quote_id from transactions t
      where (t.tenant, t.id) > (${after.tenant}, ${after.id})
      and t.sent_currency <> t.received_currency and t.quote_id is not null
      and not exists (select 1 from conversions_before b where b.tenant = t.tenant and b.transaction_id = t.id)
      order by t.tenant, t.id limit ${pageSize}) t
    left join quotes q on q.tenant = t.tenant and q.id = t.quote_id
    left join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id
    left join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.account like 'service:exchange:%'
    group by t.tenant, t.id, t.sent_currency, t.received_currency, t.exchange_rate, q.locked_side order by t.tenant, t.id`;
  return unit.select<Exchanged>((db) => rawQuery(query, db));
}
