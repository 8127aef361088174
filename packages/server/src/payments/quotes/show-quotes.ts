import type { Quote } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import type { QuoteRow } from './quote-row.ts';
import { showQuote } from './quote-view.ts';

/** The current quotes of a list, by id. */
export async function showQuotes(
  context: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>,
  ids: readonly string[],
): Promise<Map<string, Quote>> {
  if (ids.length === 0) return new Map();
  const { unit, tenant } = context;
  const rows = await unit.select<QuoteRow>((db) =>
    db.selectFrom('quotes').selectAll().where('tenant', '=', tenant).where('id', 'in', ids),
  );
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await showQuote(context, row)] as const)));
}
