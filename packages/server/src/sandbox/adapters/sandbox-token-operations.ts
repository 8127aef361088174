import { Buffer } from 'node:buffer';
import type { RailName } from '@payments-platform/types';
import { settlementAt } from '../../engines/rails/timelines.ts';
import type {
  AccessProblem,
  ProviderAccess,
  ProviderProblem,
} from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import type {
  AcceptedOperation,
  LinkProblem,
  RequestedFunding,
  TokenFailure,
  TokenOperations,
  TokenOrder,
  TokenReport,
} from '../../engines/stablecoin-provider/token-operations.ts';
import { dayMs, type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { digitsOf, hashOf } from '../../ground/ids/hash-of.ts';
import {
  nameSuffix,
  outcomeOfSuffix,
  type SandboxSuffix,
  sandboxSuffix,
  withoutSandboxSuffix,
} from '../../ground/ids/sandbox-suffixes.ts';
import { sparkAddress } from './funding/wallet-addresses.ts';

const slowMs = 30 * secondMs;
const fundingMs = 7 * dayMs;

/** The outcome of linking an account, by the end of its identifier (docs/sandbox.md lists them for integrators). */
const linkProblems: Readonly<Partial<Record<SandboxSuffix, LinkProblem>>> = {
  '006': 'NOT_LINKED',
  '007': 'METHOD_REQUIRED',
  '008': 'LINK_FAILED',
  '009': 'PROVIDER_LINK_REQUIRED',
  '010': 'PROVIDER_LINK_FAILED',
};
/** The same for accounts that are debited only. */
const debitProblems: Readonly<Partial<Record<SandboxSuffix, LinkProblem>>> = { '011': 'SOURCE_NOT_LINKED' };

/** The outcome of an order, by the end of the deciding account. */
const orderProblems: Readonly<Partial<Record<SandboxSuffix, ProviderProblem>>> = {
  '012': { kind: 'PROVIDER_ERROR', said: 'The provider does not serve this account at the moment.' },
  '013': { kind: 'UNREACHABLE' },
};

type Ending = 'TRANSFER_FAILED' | 'REJECTED' | 'RETURNED' | 'SLOW';

/** The outcome of an operation that has begun, by the same end. */
const endings: Readonly<Partial<Record<SandboxSuffix, Ending>>> = {
  '002': 'TRANSFER_FAILED',
  '003': 'REJECTED',
  '004': 'RETURNED',
  '005': 'SLOW',
};

/** By the end of `apiClientSecret`: credentials that work until the first mint or burn. */
const accessProblems: Readonly<Partial<Record<SandboxSuffix, AccessProblem>>> = {
  '007': { kind: 'CREDENTIALS_REFUSED' },
  '008': { kind: 'ACCESS_WITHDRAWN' },
};

/** The rails with the same times as those over which the provider receives and pays money. */
const rails = {
  ACH_DEBIT: 'ACH',
  SAME_DAY_ACH_DEBIT: 'WIRE',
  ACH_CREDIT: 'ACH',
  SAME_DAY_ACH_CREDIT: 'WIRE',
  WIRE: 'WIRE',
  RTP_CREDIT: 'RTP',
} as const satisfies Readonly<Record<string, RailName>>;

/** A provider whose answers depend only on the order and the time. Only the sandbox's operations send it anything. */
export const sandboxTokenOperations: TokenOperations = {
  payoutRails: (currency) =>
    currency === 'USD' ? ['WIRE', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT', 'RTP_CREDIT'] : ['WIRE'],
  linkAccount: async (access, { accountId, identifier, role }) => {
    const suffix = sandboxSuffix(identifier);
    const problem =
      outcomeOfSuffix(linkProblems, suffix) ??
      (role === 'DEBITED' ? outcomeOfSuffix(debitProblems, suffix) : undefined);
    if (problem !== undefined) return { kind: problem };
    // The address keeps the end of the identifier, since it decides the outcome of operations with the account.
    const name = hashOf(`address ${access.accountId} ${accountId}`).slice(-24);
    return { kind: 'LINKED', addressId: suffix === undefined ? `adr_${name}` : `adr_${name}${suffix}` };
  },
  begin: async (access, order) => problemOf(access, order) ?? begunReport(order),
  // The sandbox stores no operations, so a withdrawn one has never begun.
  withdraw: async () => ({ kind: 'WITHDRAWN' }),
  poll: async (_access, order, now) => tokenReport(order, now),
};

function suffixOf({ debitedAddressId, paidAddressId }: TokenOrder): SandboxSuffix | undefined {
  const deciding = debitedAddressId ?? paidAddressId;
  return nameSuffix(deciding);
}

function problemOf({ apiClientSecret }: ProviderAccess, order: TokenOrder): ProviderProblem | undefined {
  return (
    outcomeOfSuffix(accessProblems, nameSuffix(apiClientSecret)) ?? outcomeOfSuffix(orderProblems, suffixOf(order))
  );
}

function begunReport(order: TokenOrder): AcceptedOperation {
  const funding = requestedFunding(order);
  if (funding !== null) return { kind: 'BEGUN', providerStatus: 'awaiting_deposit', funding, nextPollAt: null };
  const providerStatus = order.debitedAddressId === null ? 'transfer_submitted' : 'debit_submitted';
  return { kind: 'BEGUN', providerStatus, funding, nextPollAt: collectedAt(order) };
}

function requestedFunding({ operationId, source, token, currency, orderedAt }: TokenOrder): RequestedFunding | null {
  const expiresAt = plusMs(orderedAt, fundingMs);
  if (source === 'EXTERNAL_ACCOUNT') {
    const address = depositAddress(operationId);
    const instructions = { rail: 'SPARK', network: token.network, address, valueType: token.symbol };
    return { instructions, expiresAt };
  }
  if (source !== 'WIRE') return null;
  const instructions = {
    rail: 'WIRE',
    valueType: currency,
    beneficiaryName: 'Sandbox Stablecoin Issuer',
    bankName: 'Sandbox Bank',
    routingNumber: '110000000',
    accountNumber: digitsOf(`wire account ${token.providerTokenIdentifier}`, 10),
    reference: hashOf(`wire reference ${operationId}`).slice(-10).toUpperCase(),
  };
  return { instructions, expiresAt };
}

/** A valid address of the test network, so that the tokens can be sent there from any wallet. */
function depositAddress(operationId: string): string {
  return withoutSandboxSuffix((attempt) =>
    sparkAddress(Buffer.from(hashOf(`deposit address ${attempt} ${operationId}`), 'hex')),
  );
}

/** When the provider has the money of a mint that it collects itself. */
function collectedAt(order: TokenOrder): Instant {
  const { source, currency, orderedAt } = order;
  if (source !== 'ACH_DEBIT' && source !== 'SAME_DAY_ACH_DEBIT') return settlementAt('INTERNAL', currency, orderedAt);
  return endingOf(order) === 'SLOW' ? plusMs(orderedAt, slowMs) : settlementAt(rails[source], currency, orderedAt);
}

/** When the provider delivers, after it was funded. */
function deliveredAt(order: TokenOrder, fundedAt: Instant): Instant {
  if (endingOf(order) === 'SLOW' && order.debitedAddressId === null) return plusMs(fundedAt, slowMs);
  return settlementAt(order.rail === null ? 'SPARK' : rails[order.rail], order.currency, fundedAt);
}

function endingOf(order: TokenOrder): Ending | undefined {
  return outcomeOfSuffix(endings, suffixOf(order));
}

function tokenReport(order: TokenOrder, now: Instant): TokenReport {
  const { source, fundedAt } = order;
  if (fundedAt === null && (source === 'WIRE' || source === 'EXTERNAL_ACCOUNT'))
    return { kind: 'WAITING', providerStatus: 'awaiting_deposit', nextPollAt: null };
  if (fundedAt === null) {
    const at = collectedAt(order);
    if (now < at) return { kind: 'WAITING', providerStatus: 'debit_pending', nextPollAt: at };
    const failed = order.debitedAddressId === null ? undefined : failureOf(order, 'DEBIT_RETURNED');
    return failed ?? { kind: 'FUNDED', providerStatus: 'processing', nextPollAt: deliveredAt(order, now) };
  }
  const at = deliveredAt(order, fundedAt);
  if (now < at) return { kind: 'FUNDED', providerStatus: 'processing', nextPollAt: at };
  const returned = order.rail === null ? 'PROVIDER_TRANSFER_FAILED' : 'PAYOUT_RETURNED';
  return failureOf(order, returned) ?? { kind: 'DONE', providerStatus: 'settled' };
}

/**
 * The failure that the ending requests, if any. `returned` is the reason if a bank or a wallet sends the money back.
 */
function failureOf(order: TokenOrder, returned: TokenFailure): TokenReport | undefined {
  switch (endingOf(order)) {
    case 'TRANSFER_FAILED':
      return { kind: 'FAILED', providerStatus: 'failed', reason: 'PROVIDER_TRANSFER_FAILED' };
    case 'REJECTED':
      return { kind: 'FAILED', providerStatus: 'rejected', reason: 'PROVIDER_REJECTED' };
    case 'RETURNED':
      return { kind: 'FAILED', providerStatus: 'returned', reason: returned };
    default:
      return undefined;
  }
}
