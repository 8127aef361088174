import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import type { WorkContext } from '../../operation/deps.ts';

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

/** The content of a room's hosted pages, and the effect of their outcome. */
export interface HostedPurpose {
  readonly heading: string;
  readonly explanation: string;
  readonly choices: readonly HostedChoice[];
  /** The outcome that the sandbox's rules give this customer; it is offered first. */
  suggest(context: WorkContext, page: HostedPageRow): Promise<HostedOutcome>;
  /** Records the outcome in the unit that uses the page up. */
  settle(context: WorkContext, page: HostedPageRow, outcome: HostedOutcome): Promise<HostedResult>;
}

export type HostedPurposes = Readonly<Partial<Record<HostedPurposeName, HostedPurpose>>>;
