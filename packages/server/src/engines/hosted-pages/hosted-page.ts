import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

export type HostedPageRow = Selectable<Schema['hosted_pages']>;

/** The purpose of a page. */
export type HostedPurposeName = 'KYC' | 'WALLET_OWNERSHIP' | 'FACTOR_RESET';

/** The result of the simulated identity check on a page. */
export type HostedOutcome = 'APPROVE' | 'DECLINE' | 'REVIEW' | 'NEEDS_MORE';

/** `MOOT` if the outcome has no effect any more, for example because a newer page replaced this one. */
export type HostedResult = 'SETTLED' | 'MOOT';

interface HostedChoice {
  readonly outcome: HostedOutcome;
  readonly label: string;
}

/** The texts of a page. */
export interface HostedContent {
  readonly heading: string;
  readonly explanation: string;
  readonly choices: readonly HostedChoice[];
}
