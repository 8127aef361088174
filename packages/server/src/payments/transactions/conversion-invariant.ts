import { sql } from 'kysely';
import type { Invariant } from '../../ground/database/invariant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import { parseRate, toSending } from '../../ground/money/rate.ts';

/** What the exchange accounts have taken and given for one payment, whatever came of it. */
interface Exchanged {
  readonly id: string;
  readonly sent_currency: string;
  readonly received_currency: string;
  readonly exchange_rate: string;
  readonly locked_side: string;
  readonly taken_minor: bigint;
  readonly given_minor: bigint;
}

/** Products of amounts and rates pass 64 bits, so they are judged here and not in SQL. */
const pageSize = 10_000;

/** Each payment at the rate of its quote: so the exchange accounts together are never worth less than before it. */
export const conversionInvariant: Invariant = {
  name: 'conversions-give-no-more',
  rule: 'No conversion gives more than it takes at the rate of its payment, and none keeps a whole unit.',
  check: async (unit) => {
    for (let after = ''; ; ) {
      const page = await readPage(unit, after);
      const last = page.at(-1);
      if (last === undefined) return undefined;
      after = last.id;
      for (const exchanged of page) {
        const problem = judge(exchanged);
        if (problem !== undefined) return `transaction ${exchanged.id} ${problem}`;
      }
    }
  },
};

function judge({ taken_minor: taken, given_minor: given, ...payment }: Exchanged): string | undefined {
  const [sending, receiving] = [currencyCode(payment.sent_currency), currencyCode(payment.received_currency)];
  const rate = parseRate(payment.exchange_rate);
  const cost = toSending(given, rate, sending, receiving);
  const kept = taken * cost.denominator - cost.numerator;
  if (kept < 0n) return `gives ${given} ${receiving} for ${taken} ${sending}, which is less than they cost`;
  const isPaidRounded = payment.locked_side === 'RECEIVING';
  const unit = isPaidRounded ? cost.denominator : toSending(1n, rate, sending, receiving).numerator;
  return kept < unit ? undefined : `takes ${taken} ${sending} for ${given} ${receiving}, a unit too many`;
}

/** Ids are unique across tenants, so one range of them needs no tenant. */
function readPage(unit: Unit, after: string): Promise<Exchanged[]> {
  const query = sql<Exchanged>`select t.id, t.sent_currency, t.received_currency, t.exchange_rate, q.locked_side,
      cast(sum(case when p.currency = t.sent_currency then p.amount_minor else 0 end) as bigint) as taken_minor,
      cast(sum(case when p.currency = t.received_currency then -p.amount_minor else 0 end) as bigint) as given_minor
    from transactions t
    join quotes q on q.tenant = t.tenant and q.id = t.quote_id
    join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id
    join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.account like 'service:exchange:%'
    where t.id > ${after} and t.sent_currency <> t.received_currency
      and not exists (select 1 from conversions_before b where b.tenant = t.tenant and b.transaction_id = t.id)
    group by t.tenant, t.id, q.locked_side order by t.id limit ${pageSize}`;
  return unit.select<Exchanged>((db) => rawQuery(query, db));
}
