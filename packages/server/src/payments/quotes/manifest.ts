import type { Manifest } from '../../operation/manifest.ts';
import { authorizeQuote } from './authorize-quote.ts';
import { createQuote } from './create-quote.ts';
import { executeQuote } from './execute-quote.ts';
import { getQuoteById } from './get-quote-by-id.ts';
import { quoteInvariants } from './quote-invariants.ts';
import { resendQuoteScaCode } from './resend-quote-sca-code.ts';

export const manifest = {
  operations: {
    authorizeQuote,
    createQuote,
    executeQuote,
    getQuoteById,
    resendQuoteScaCode,
  },
  invariants: quoteInvariants,
} satisfies Manifest;
