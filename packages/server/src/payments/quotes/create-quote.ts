import type { Handler } from '../../operation/operation.ts';
import { makeQuote } from './make-quote.ts';

export const createQuote: Handler<'createQuote'> = (call) => makeQuote(call, call.input.body);
