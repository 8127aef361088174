import { type Handler, refuse } from '../http/operation.ts';
import { viewQuote } from './quote-view.ts';
import { findQuote } from './quotes-repository.ts';

export const getQuoteById: Handler<'getQuoteById'> = async ({ input, unit, tenant }) => {
  const row = await findQuote(unit, tenant, input.path.quoteId);
  if (row === undefined)
    return refuse(
      'QUOTE_NOT_FOUND',
      `There is no quote ${input.path.quoteId}. Check the id and the environment of your token.`,
    );
  return { status: 200, body: viewQuote(row) };
};
