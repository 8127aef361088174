import { type Refusal, refuse } from '../../operation/operation.ts';

/** The same words for a quote of another platform and one that never was. */
export function unknownQuote(id: string): Refusal<'QUOTE_NOT_FOUND'> {
  return refuse('QUOTE_NOT_FOUND', `There is no quote ${id}. Check the id and the environment of your token.`);
}
