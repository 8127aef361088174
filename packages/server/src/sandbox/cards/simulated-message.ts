import type { CardDeclineReason, CardMerchant } from '@payments-platform/types';
import type {
  BeginningMessage,
  CardMessageOutcome,
  FollowingMessage,
} from '../../cards/card-transactions/card-message.ts';
import { receiveCardMessage } from '../../cards/card-transactions/receive-card-message.ts';
import type { CardTransactionRow } from '../../cards/card-transactions/tables.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { nameSuffix, outcomeOfSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Refusal } from '../../operation/operation.ts';
import { refuseBeginning, refuseSimulation } from './refuse-simulation.ts';

/**
 * What the network declines, by the last three characters of the merchant. docs/sandbox.md lists them for integrators.
 */
const declines: Readonly<Partial<Record<SandboxSuffix, CardDeclineReason>>> = {
  '002': 'INSUFFICIENT_FUNDS',
  '003': 'CARD_PAUSED',
};

/** The response of every simulation. Events report the outcome. */
export interface Simulated {
  readonly status: 202;
  readonly body: { readonly issuerTransactionToken: string };
}

export function simulated({ issuer_transaction_token: token }: CardTransactionRow): Simulated {
  return { status: 202, body: { issuerTransactionToken: token } };
}

/** The simulated issuer identifies each transaction by a UUID. */
export function newIssuerToken(ids: Ids): string {
  return ids.next('IssuerTransaction').slice('IssuerTransaction:'.length);
}

type BeginningKind = BeginningMessage['kind'];

interface Purchase {
  readonly path: { readonly id: string };
  readonly body: {
    readonly amount: number;
    readonly currency: { readonly code: string };
    readonly merchant: CardMerchant;
  };
}

/** Starts a transaction. The merchant's name decides the outcome. */
export async function simulateAtMerchant(
  call: WorkContext & { readonly input: Purchase },
  kind: Exclude<BeginningKind, 'BALANCE_INQUIRY'>,
): Promise<Simulated | Refusal<'NOT_FOUND' | 'INVALID_CURRENCY'>> {
  const { ids } = call.deps;
  const { path, body } = call.input;
  const outcome = await receiveCardMessage(call, {
    kind,
    id: ids.next('CardMessage'),
    cardId: path.id,
    issuerTransactionToken: newIssuerToken(ids),
    amountMinor: BigInt(body.amount),
    currency: body.currency.code,
    merchant: body.merchant,
    declinedFor: outcomeOfSuffix(declines, nameSuffix(body.merchant.descriptor)),
  });
  return isProblem(outcome) ? refuseBeginning(outcome, path.id) : simulated(outcome);
}

export function isProblem(outcome: CardMessageOutcome): outcome is Extract<CardMessageOutcome, string> {
  return typeof outcome === 'string';
}

interface Following {
  readonly path: { readonly id: string };
  readonly body: { readonly cardTransactionId: string };
}

/** The common fields of messages about an authorized transaction. */
export function followingOf({ deps, input }: Pick<WorkContext, 'deps'> & { readonly input: Following }) {
  const { cardTransactionId } = input.body;
  return { id: deps.ids.next('CardMessage'), cardId: input.path.id, cardTransactionId };
}

/** Continues an authorized transaction. */
export async function simulateFollowing(
  call: WorkContext & { readonly input: Following },
  kind: FollowingMessage['kind'],
  amountMinor: bigint,
): Promise<Simulated | Refusal<'NOT_FOUND' | 'TRANSACTION_NOT_FOUND' | 'INVALID_INPUT'>> {
  const following = followingOf(call);
  const outcome = await receiveCardMessage(call, { ...following, kind, amountMinor });
  return isProblem(outcome) ? refuseSimulation(outcome, following) : simulated(outcome);
}
