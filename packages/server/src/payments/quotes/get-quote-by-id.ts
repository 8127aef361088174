import type { Handler } from '../../operation/operation.ts';
import { showQuote, unknownQuote } from './quote-view.ts';
import { findQuote } from './quotes-repository.ts';

export const getQuoteById: Handler<'getQuoteById'> = async (call) => {
  const { input, unit, tenant } = call;
  const row = await findQuote(unit, tenant, input.path.quoteId);
  if (row === undefined) return unknownQuote(input.path.quoteId);
  return { status: 200, body: await showQuote(call, row) };
};
