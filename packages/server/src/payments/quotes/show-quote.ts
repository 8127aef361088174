import type { Quote } from '@payments-platform/types';
import { findOpenChallenge, viewChallenge } from '../../access/sca/challenge.ts';
import { readScaSettings } from '../../access/sca/sca-settings.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import type { QuoteRow } from './quote-row.ts';
import { viewQuote } from './quote-view.ts';

/** The quote as it is shown, with its challenge while it waits for one to be passed. */
export async function showQuote(context: Pick<WorkContext, 'unit' | 'tenant'>, row: QuoteRow): Promise<Quote> {
  if (row.status !== 'PENDING_AUTHORIZATION') return viewQuote(row);
  const [challenge, settings] = await Promise.all([
    findOpenChallenge(context, 'QUOTE', row.id),
    readScaSettings(context),
  ]);
  return challenge === undefined
    ? viewQuote(row)
    : { ...viewQuote(row), scaChallenge: viewChallenge(challenge, settings) };
}
