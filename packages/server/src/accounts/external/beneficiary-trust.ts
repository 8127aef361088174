import type { BeneficiaryTrustConfirmRequest, BeneficiaryTrustStart } from '@payments-platform/types';
import {
  closeChallenge,
  createChallenge,
  findOpenChallenge,
  isOver,
  replaceOpenChallenge,
  type Subject,
  viewChallenge,
} from '../../access/sca/challenge.ts';
import { checkProof, isProof, readProof } from '../../access/sca/check-proof.ts';
import { findFactors, preferredFactor } from '../../access/sca/factors.ts';
import { findScaCustomer, scaNotNeeded } from '../../access/sca/find-sca-customer.ts';
import { attempt, readLockoutForUpdate, refuseLocked } from '../../access/sca/lockout.ts';
import { readScaSettings } from '../../access/sca/sca-settings.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import type { ExternalAccountRow } from './external-account-row.ts';
import { findExternalAccount } from './find-external-account.ts';
import { unknownAccount } from './unknown-account.ts';

/** Whether the customer is to trust the account, or no longer. */
export type TrustKind = 'TRUST' | 'UNTRUST';

interface TrustedParty {
  readonly account: ExternalAccountRow;
  readonly customerId: string;
}

type CustomersRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'CONFLICT'>;

/** The account with its customer, who has to be one that authenticates. */
async function findParty(context: WorkContext, accountId: string): Promise<TrustedParty | CustomersRefusal> {
  const account = await findExternalAccount(context.unit, context.tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  if (account.customer_id === null) return scaNotNeeded();
  const customer = await findScaCustomer(context, account.customer_id);
  // An account outlives its customer, who can then agree to nothing.
  if (isRefusal(customer)) return scaNotNeeded();
  return { account, customerId: customer.id };
}

function trustSubject(kind: TrustKind, { account, customerId }: TrustedParty): Subject {
  const ending = `the account ending in ${account.identifier.slice(-4)}`;
  return {
    kind,
    id: account.id,
    customerId,
    binding: `${kind} ${account.id}`,
    wording:
      kind === 'TRUST' ? `lets you pay to ${ending} without a code` : `asks for a code again to pay to ${ending}`,
  };
}

/** Asks the customer to agree, unless the account already is as asked for. */
export async function startTrustChange(
  context: WorkContext,
  accountId: string,
  kind: TrustKind,
): Promise<BeneficiaryTrustStart | CustomersRefusal> {
  const party = await findParty(context, accountId);
  if (isRefusal(party)) return party;
  const { account, customerId } = party;
  if (kind === 'TRUST' && account.status !== 'ACTIVE')
    return refuse('CONFLICT', `The account is ${account.status}. Only an ACTIVE account can be trusted.`);
  if ((account.trusted_at !== null) === (kind === 'TRUST')) return {};
  // Starts of one customer take turns, so that the last one is the one that counts.
  await readLockoutForUpdate(context, customerId);
  const [factors, settings] = await Promise.all([findFactors(context, customerId), readScaSettings(context)]);
  const factor = preferredFactor(factors);
  if (factor === undefined)
    return refuse('CONFLICT', 'The customer has nothing to authenticate with: verify the phone or enroll a factor.');
  await replaceOpenChallenge(context, kind, account.id);
  const subject = trustSubject(kind, party);
  return { scaChallenge: viewChallenge(createChallenge(context, { subject, factor, factors, settings }), settings) };
}

type ProofRefusal = Refusal<'INVALID_INPUT' | 'ACCOUNT_LOCKED'>;

/** Takes the proof of the customer; `undefined` means that it is right and used up. */
export async function proveTrustChange(
  context: WorkContext,
  accountId: string,
  kind: TrustKind,
  body: BeneficiaryTrustConfirmRequest,
): Promise<CustomersRefusal | ProofRefusal | undefined> {
  const proof = readProof(body);
  if (!isProof(proof)) return refuseFields(proof);
  const party = await findParty(context, accountId);
  if (isRefusal(party)) return party;
  const lock = await readLockoutForUpdate(context, party.customerId);
  const challenge = await findOpenChallenge(context, kind, accountId);
  const isMeant = typeof body.challengeId !== 'string' || body.challengeId === challenge?.id;
  if (challenge === undefined || !isMeant || isOver(challenge, context.now))
    return refuse('CONFLICT', 'No change of trust is waiting for this account, or its time is over. Start it again.');
  const locked = refuseLocked(lock);
  if (locked !== undefined) return locked;
  const [factors, settings] = await Promise.all([findFactors(context, party.customerId), readScaSettings(context)]);
  const subject = trustSubject(kind, party);
  const proving = { challenge, subject, factors, settings, proof };
  const refusal = await attempt(context, lock, () => checkProof(context, proving));
  if (refusal !== undefined) return refusal;
  await closeChallenge(context, challenge, 'PASS');
  return undefined;
}
