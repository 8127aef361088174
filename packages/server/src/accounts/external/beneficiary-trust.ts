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
import { preferredFactor, readAuthentication } from '../../access/sca/factors.ts';
import { findScaCustomer, scaNotNeeded } from '../../access/sca/find-sca-customer.ts';
import { attempt, readLockoutForUpdate, refuseLocked } from '../../access/sca/lockout.ts';
import { refuseManyTexts } from '../../access/sca/text-limit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { saveTrust } from './external-account-repository.ts';
import { type AccountCall, accountNotFound, accountOfPath } from './find-external-account.ts';
import type { ExternalAccountRow } from './tables.ts';

/** Whether the customer starts or stops trusting the account. */
export type TrustKind = 'TRUST' | 'UNTRUST';

interface TrustedParty {
  readonly account: ExternalAccountRow;
  readonly customerId: string;
}

type PartyRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'CONFLICT'>;

/** The account and its customer, who has to be one that authenticates. */
async function findParty(call: AccountCall): Promise<TrustedParty | PartyRefusal> {
  const account = await accountOfPath(call, 'ALL');
  if (isRefusal(account)) return account;
  if (account.customer_id === null) return scaNotNeeded();
  const customer = await findScaCustomer(call, account.customer_id);
  // An account outlives its customer, and a deleted customer cannot agree to anything.
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

/** Creates a challenge for the customer, unless the account already is as requested. */
export async function startTrustChange(call: AccountCall, kind: TrustKind) {
  const party = await findParty(call);
  if (isRefusal(party)) return party;
  const started = await challengeParty(call, party, kind);
  return isRefusal(started) ? started : { status: 200 as const, body: started };
}

async function challengeParty(
  context: WorkContext,
  party: TrustedParty,
  kind: TrustKind,
): Promise<BeneficiaryTrustStart | Refusal<'CONFLICT' | 'RATE_LIMITED'>> {
  const { account, customerId } = party;
  if (kind === 'TRUST' && account.status !== 'ACTIVE')
    return refuse('CONFLICT', `The account is ${account.status}. Only an ACTIVE account can be trusted.`);
  if ((account.trusted_at !== null) === (kind === 'TRUST')) return {};
  // Concurrent starts of one customer run one after another, so that the last one counts.
  await readLockoutForUpdate(context, customerId);
  const { factors, settings } = await readAuthentication(context, customerId);
  const factor = preferredFactor(factors);
  if (factor === undefined)
    return refuse('CONFLICT', 'The customer has no factor to authenticate with. Verify the phone or enroll a factor.');
  const refused = factor === 'SMS_OTP' ? await refuseManyTexts(context, customerId) : undefined;
  if (refused !== undefined) return refused;
  await replaceOpenChallenge(context, kind, account.id);
  const subject = trustSubject(kind, party);
  return { scaChallenge: viewChallenge(createChallenge(context, { subject, factor, factors, settings }), settings) };
}

type ConfirmCall = AccountCall & { readonly input: { readonly body: BeneficiaryTrustConfirmRequest } };

/** Makes the change if the customer's proof is valid. The proof cannot be used again. */
export async function confirmTrustChange(call: ConfirmCall, kind: TrustKind) {
  const refusal = await refuseProof(call, kind);
  if (refusal !== undefined) return refusal;
  const id = call.input.path.externalAccountId;
  const trusted = kind === 'TRUST';
  const isSaved = await saveTrust(call.unit, { tenant: call.tenant, id, trustedAt: trusted ? call.now : null });
  return isSaved ? { status: 200 as const, body: { trusted } } : accountNotFound(id);
}

async function refuseProof(
  call: ConfirmCall,
  kind: TrustKind,
): Promise<PartyRefusal | Refusal<'INVALID_INPUT' | 'ACCOUNT_LOCKED'> | undefined> {
  const { body } = call.input;
  const proof = readProof(body);
  if (!isProof(proof)) return refuseFields(proof);
  const party = await findParty(call);
  if (isRefusal(party)) return party;
  const lockout = await readLockoutForUpdate(call, party.customerId);
  const challenge = await findOpenChallenge(call, kind, party.account.id);
  const isSameChallenge = typeof body.challengeId !== 'string' || body.challengeId === challenge?.id;
  if (challenge === undefined || !isSameChallenge || isOver(challenge, call.now))
    return refuse('CONFLICT', 'No change of trust is open for this account, or it has expired. Start it again.');
  const locked = refuseLocked(lockout);
  if (locked !== undefined) return locked;
  const { factors, settings } = await readAuthentication(call, party.customerId);
  const proving = { challenge, subject: trustSubject(kind, party), factors, settings, proof };
  const refusal = await attempt(call, lockout, () => checkProof(call, proving));
  if (refusal !== undefined) return refusal;
  await closeChallenge(call, challenge, 'PASS');
  return undefined;
}
