import { Buffer } from 'node:buffer';
import type { OwnershipVerifyRequest } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, recorded, refuse, refuseFields } from '../../operation/operation.ts';
import { viewExternalAccount } from '../external/external-account-view.ts';
import { type AccountCall, accountOfPath, lockExternalAccount, type Scope } from '../external/find-external-account.ts';
import { selfCustodyWallet } from '../external/self-custody.ts';
import type { ExternalAccountRow } from '../external/tables.ts';
import { findChallenge } from './challenges-repository.ts';
import { settleChallenge } from './settle-challenge.ts';
import type { ChallengeRow } from './tables.ts';

/**
 * Verifies the signature for the account of the path. The account is locked, so of concurrent attempts one is verified
 * and the others find no open challenge.
 */
export async function verifyOwnership(
  call: AccountCall & { readonly input: { readonly body: OwnershipVerifyRequest } },
  scope: Scope,
) {
  const account = await accountOfPath(call, scope, lockExternalAccount);
  if (isRefusal(account)) return account;
  const proved = await proveBySignature(call, account, call.input.body);
  return isRefusal(proved) ? proved : { status: 200 as const, body: viewExternalAccount(proved) };
}

/** A failure must be recorded, because it makes the account UNVERIFIED. */
async function proveBySignature(
  context: WorkContext,
  account: ExternalAccountRow,
  proof: OwnershipVerifyRequest,
): Promise<ExternalAccountRow | Refusal<'CONFLICT' | 'INVALID_INPUT'>> {
  const challenge = await findChallenge(context.unit, context.tenant, account.id);
  if (challenge?.status !== 'OPEN' || challenge.sealed_message === null) {
    return refuse(
      'CONFLICT',
      'No challenge with WALLET_SIGNATURE is open for this account. Start one and have the wallet sign its message.',
    );
  }
  if (challenge.expires_at <= context.now) {
    await settleChallenge(context, account, challenge, 'PROVE_LATE');
    return recorded(refuseSignature('The challenge has expired.'));
  }
  if (!(await isSigned(context, account, challenge.sealed_message, proof))) {
    await settleChallenge(context, account, challenge, 'DISPROVE');
    return recorded(refuseSignature('The signature is not one of this message by this wallet.'));
  }
  return settleChallenge(context, account, challenge, 'PROVE');
}

/** The curves are loaded with the first signature, so that the server starts without them. */
async function isSigned(
  { deps }: WorkContext,
  account: ExternalAccountRow,
  sealedMessage: NonNullable<ChallengeRow['sealed_message']>,
  { signature, signatureScheme }: OwnershipVerifyRequest,
): Promise<boolean> {
  const { signingNetwork } = await import('./signatures/networks.ts');
  const wallet = selfCustodyWallet(account);
  const signing = wallet && signingNetwork(wallet.network);
  if (wallet === undefined || signing === undefined) return false;
  const message = Buffer.from(deps.sealer.unseal(sealedMessage), 'utf8');
  return signing.check({ address: wallet.address, message, signature, scheme: signatureScheme ?? 'bip137' });
}

function refuseSignature(why: string): Refusal<'INVALID_INPUT'> {
  return refuseFields([
    { field: 'signature', message: `${why} The account is now UNVERIFIED. Start a new challenge.` },
  ]);
}
