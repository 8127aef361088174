import type { TransactionPendingReason } from '@payments-platform/types';
import type { PayoutFailure, RailTiming } from '../../engines/rails/rails.ts';
import { dayMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { outcomeOfSuffix, type SandboxSuffix, sandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';

/** How the simulated world treats a payment. */
export interface Behaviour {
  readonly failure?: PayoutFailure;
  readonly timelineMs?: number;
  readonly isReturned?: boolean;
  readonly isCancelled?: boolean;
  readonly refundFails?: boolean;
  /** Why the payment is held at first. */
  readonly hold?: TransactionPendingReason;
  /** No report ever comes, so it is given up. */
  readonly isLost?: boolean;
}

/** By the last three digits of the receiving account. docs/sandbox.md lists them for integrators. */
const byEnding: Readonly<Partial<Record<SandboxSuffix, Behaviour>>> = {
  '002': { failure: 'QUOTE_EXECUTION_FAILED' },
  '003': { timelineMs: 6 * minuteMs },
  '004': { failure: 'ACCOUNT_CANNOT_RECEIVE' },
  '005': { isReturned: true },
  '006': { isCancelled: true },
  '007': { failure: 'QUOTE_EXECUTION_FAILED', refundFails: true },
  '008': { isLost: true },
  '009': { hold: 'COMPLIANCE_REVIEW' },
  '010': { hold: 'COMPLIANCE_REVIEW', failure: 'COMPLIANCE_REJECTED' },
  '011': { failure: 'LIMIT_EXCEEDED' },
  '012': { failure: 'ACCOUNT_INVALID' },
  '013': { hold: 'COUNTERPARTY_INFORMATION_REQUIRED' },
  '014': { hold: 'COUNTERPARTY_DECLARATION_REQUIRED' },
  '015': { hold: 'WALLET_VERIFICATION_REQUIRED' },
};

/** The same for a transfer: most failures come at once, and nothing is returned, cancelled or kept from its refund. */
const byEndingOfTransfers: typeof byEnding = {
  ...byEnding,
  '002': { failure: 'QUOTE_EXECUTION_FAILED', timelineMs: 0 },
  '003': { failure: 'ACCOUNT_INVALID', timelineMs: 0 },
  '004': { failure: 'ACCOUNT_CANNOT_RECEIVE', timelineMs: 0 },
  '005': { failure: 'QUOTE_EXECUTION_FAILED', timelineMs: 30 * secondMs },
  '006': {},
  '007': {},
};

/** By the name in the UMA address at the other end, without the currency at its end. */
const byUmaName: ReadonlyMap<string, Behaviour> = new Map(
  Object.entries<Behaviour>({
    'pending.long': { timelineMs: dayMs },
    timeout: { isLost: true },
    'hold.review': { hold: 'COMPLIANCE_REVIEW' },
    'hold.rejected': { hold: 'COMPLIANCE_REVIEW', failure: 'COMPLIANCE_REJECTED' },
    'fail.compliance': { failure: 'COMPLIANCE_REJECTED' },
    'fail.execution': { failure: 'QUOTE_EXECUTION_FAILED' },
    'fail.limit': { failure: 'LIMIT_EXCEEDED' },
    'fail.account': { failure: 'ACCOUNT_CANNOT_RECEIVE' },
    'fail.invalid': { failure: 'ACCOUNT_INVALID' },
    'fail.offramp': { failure: 'OFFRAMP_FAILED' },
    'fail.refund': { failure: 'QUOTE_EXECUTION_FAILED', refundFails: true },
  }),
);

const ordinary: Behaviour = {};

/** The receiving account or address decides. If that one is inside, the paying UMA address decides. */
export function behaviourOf({ destinationIdentifier, sourceIdentifier, isTransfer }: RailTiming): Behaviour {
  const decisive = destinationIdentifier ?? sourceIdentifier;
  if (decisive === null) return ordinary;
  const endings = isTransfer ? byEndingOfTransfers : byEnding;
  if (!decisive.startsWith('$')) return outcomeOfSuffix(endings, sandboxSuffix(decisive)) ?? ordinary;
  const name = decisive.slice(1, decisive.indexOf('@'));
  return byUmaName.get(name) ?? byUmaName.get(name.slice(0, name.lastIndexOf('.'))) ?? ordinary;
}
