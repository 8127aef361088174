import type { OwnershipChallenge, OwnershipVerificationMethod } from '@payments-platform/types';
import { createHostedPage } from '../../engines/hosted-pages/create-hosted-page.ts';
import { moveFrom, mustMove } from '../../engines/states/transition.ts';
import { type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { type AccountCall, accountOfPath, lockExternalAccount, type Scope } from '../external/find-external-account.ts';
import { moveExternalAccount } from '../external/move-external-account.ts';
import { selfCustodyWallet } from '../external/self-custody.ts';
import type { ExternalAccountRow } from '../external/tables.ts';
import { challengeMessage } from './challenge-message.ts';
import { replaceChallenge } from './challenges-repository.ts';
import type { SigningNetwork } from './signatures/networks.ts';

/** Long enough to find the wallet and sign; short enough that an old message is of no use to a finder. */
export const challengeLifeMs = 15 * minuteMs;

interface Wallet {
  readonly network: string;
  readonly address: string;
}

/** Starts a challenge for the account of the path and replaces the previous one. */
export async function createOwnershipChallenge(
  call: AccountCall & { readonly input: { readonly body: { readonly method: OwnershipVerificationMethod } } },
  scope: Scope,
) {
  const account = await accountOfPath(call, scope, lockExternalAccount);
  if (isRefusal(account)) return account;
  const challenge = await startChallenge(call, account, call.input.body.method);
  return isRefusal(challenge) ? challenge : { status: 201 as const, body: challenge };
}

async function startChallenge(
  context: WorkContext,
  account: ExternalAccountRow,
  method: OwnershipVerificationMethod,
): Promise<OwnershipChallenge | Refusal<'CONFLICT' | 'INVALID_INPUT'>> {
  const { unit, tenant, now, deps } = context;
  const wallet = selfCustodyWallet(account);
  if (wallet === undefined || account.ownership_type !== 'FIRST_PARTY') return notToBeProved(account);
  if (moveFrom('external-account', account.status, 'CHALLENGE') === undefined) return notToBeProved(account);
  const signing = method === 'WALLET_SIGNATURE' ? await keyOf(wallet) : undefined;
  if (method === 'WALLET_SIGNATURE' && signing === undefined) return noKey(wallet);

  const id = deps.ids.next('OwnershipChallenge');
  const expiresAt = plusMs(now, challengeLifeMs);
  const again = account.status === 'UNVERIFIED' ? 'CHALLENGE_AGAIN' : 'CHALLENGE';
  moveExternalAccount(context, account, 'CHALLENGE');
  const message = signing && (await messageFor(context, { account, wallet, signing, expiresAt }));
  replaceChallenge(unit, {
    tenant,
    external_account_id: account.id,
    id,
    method,
    status: mustMove('ownership-challenge', null, again).to,
    sealed_message: message === undefined ? null : deps.sealer.seal(message),
    expires_at: expiresAt,
    created_at: now,
    settled_at: null,
  });
  if (message !== undefined) return { method: 'WALLET_SIGNATURE', messageToSign: message, expiresAt };
  const { url } = createHostedPage(context, {
    purpose: 'WALLET_OWNERSHIP',
    subjectId: id,
    ...(account.customer_id === null ? {} : { customerId: account.customer_id }),
    expiresAt,
  });
  return { method: 'LIVENESS', verificationLink: url, expiresAt };
}

interface Proving {
  readonly account: ExternalAccountRow;
  readonly wallet: Wallet;
  readonly signing: SigningNetwork;
  readonly expiresAt: Instant;
}

async function messageFor(
  { unit, tenant, now, deps }: WorkContext,
  { account, wallet, signing, expiresAt }: Proving,
): Promise<string> {
  const platform = await findPlatform(unit, tenant);
  const { network, address } = wallet;
  const parts = { domain: platform.uma_domain, network, address: signing.write(address), accountId: account.id };
  return challengeMessage({ ...parts, issuedAt: now, expiresAt }, deps.random);
}

/** The method by which the wallet signs; `undefined` if no single key can sign for its address. */
async function keyOf({ network, address }: Wallet): Promise<SigningNetwork | undefined> {
  const { signingNetwork } = await import('./signatures/networks.ts');
  const signing = signingNetwork(network);
  return signing?.hasKey?.(address) === false ? undefined : signing;
}

function noKey({ network }: Wallet): Refusal<'INVALID_INPUT'> {
  const message = `No single key can sign for this address on ${network}. Send LIVENESS.`;
  return refuseFields([{ field: 'method', message, constraint: { enum: ['LIVENESS'] } }]);
}

function notToBeProved({ id, status, ownership_type: ownershipType }: ExternalAccountRow): Refusal<'CONFLICT'> {
  return refuse(
    'CONFLICT',
    `There is no ownership to prove: ${id} is ${status}${ownershipType === null ? '' : ` and ${ownershipType}`}. Only self-custody crypto wallets that are FIRST_PARTY require the proof, once.`,
  );
}
