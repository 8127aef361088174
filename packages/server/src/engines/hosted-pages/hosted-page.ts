import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

export type HostedPageRow = Selectable<Schema['hosted_pages']>;

/** What a customer is sent to a page for. */
export type HostedPurposeName = 'KYC' | 'WALLET_OWNERSHIP' | 'FACTOR_RESET';

/** How the simulated identity check on a page ends. */
export type HostedOutcome = 'APPROVE' | 'DECLINE' | 'REVIEW' | 'NEEDS_MORE';

/** `MOOT` when nothing waits for the outcome any more, for example because a newer page took its place. */
export type HostedResult = 'SETTLED' | 'MOOT';

export interface HostedChoice {
  readonly outcome: HostedOutcome;
  readonly label: string;
}

/** What a page says. */
export interface HostedContent {
  readonly heading: string;
  readonly explanation: string;
  readonly choices: readonly HostedChoice[];
}
