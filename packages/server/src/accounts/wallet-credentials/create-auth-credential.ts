import type { AuthMethodResponse } from '@payments-platform/types';
import { requireSignature } from '../../access/signed-requests/require-signature.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import { payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import {
  afterRequest,
  type Call,
  type Handler,
  isRefusal,
  type Refusal,
  refuse,
  refuseFields,
} from '../../operation/operation.ts';
import { lockActiveCustomer } from '../../people/customer-records/lock-customer.ts';
import { findInternalAccount } from '../internal/find-internal-account.ts';
import { isSessionOf } from '../wallet-sessions/session-signers.ts';
import { lockWallet } from '../wallets/wallet-records.ts';
import { addCredential, type NewCredential, refuseTakenContact } from './add-credential.ts';
import { checkIssuerSignature, type IssuerVerdict } from './check-identity-token.ts';
import { viewCredential } from './credential-view.ts';
import { findByContact, listCredentials } from './credentials-repository.ts';
import { readRequestedCredential } from './new-credential.ts';
import { sendWalletCode } from './send-code.ts';
import type { CredentialRow } from './tables.ts';

type CreateCall = Call<'createAuthCredential'>;

export const createAuthCredential: Handler<'createAuthCredential'> = afterRequest(
  async ({ input: { body }, deps }) => (body.type === 'OAUTH' ? checkIssuerSignature(deps, body.oidcToken) : undefined),
  async (call, verdict: IssuerVerdict | undefined) => {
    const { input, unit, tenant, now, walletHeaders } = call;
    const { accountId } = input.body;
    const owner = await lockOwner(call, accountId);
    if (isRefusal(owner)) return owner;
    const { wallet, customerId } = owner;
    const others = await listCredentials(unit, { tenant, accountId });
    // A signed retry may repeat a token that has expired since. The first credential needs no signature, so its token
    // must be fresh.
    const isRepeated = others.length > 0 && walletHeaders.requestId !== undefined;
    const wanted = await readRequestedCredential(call, input.body, {
      customerId,
      userId: wallet.userId,
      verdict,
      isRepeated,
    });
    if (isRefusal(wanted)) return wanted;
    const taken = await refuseTaken(call, others, wanted.credential);
    if (taken !== undefined) return taken;
    // The first credential cannot be signed for, because the wallet has no session yet.
    if (others.length > 0) {
      const outcome = await requireSignature(call, {
        asked: { operation: 'createAuthCredential', path: input.path, body: input.body },
        payload: () => payloadToSign(wanted.activity, { organizationId: wallet.organizationId, now }),
        facts: { identity: wanted.credential.identity },
        isSigner: isSessionOf(call, accountId),
      });
      if (isRefusal(outcome)) return outcome;
      if ('challenge' in outcome) return { status: 202, body: { ...outcome.challenge, type: wanted.credential.type } };
      if (outcome.facts['identity'] !== wanted.credential.identity) return signedForAnother;
    }
    const added = await addCredential(call, { accountId, customerId }, wanted.credential);
    return isRefusal(added) ? added : { status: 201, body: await showNew(call, added) };
  },
);

/**
 * Locks the customer, who is not deleted meanwhile, and the wallet, so that credentials are added and removed one after
 * another. Returns the wallet with its customer.
 */
async function lockOwner(
  { unit, tenant }: CreateCall,
  accountId: string,
): Promise<
  | { readonly wallet: WalletKeys; readonly customerId: string }
  | Refusal<'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT' | 'WALLET_NOT_PROVISIONED'>
> {
  const account = await findInternalAccount(unit, tenant, accountId);
  if (account === undefined)
    return refuse(
      'ACCOUNT_NOT_FOUND',
      'No internal account has this id. List the accounts of the customer to find it.',
    );
  const { customer_id: customerId, type, status } = account;
  if (type !== 'EMBEDDED_WALLET' || customerId === null)
    return refuseFields([
      { field: 'accountId', message: 'This account is not an embedded wallet. Send the id of one.' },
    ]);
  // The deletion of a customer holds the same lock while it closes the wallets and removes their credentials.
  const isDeleted = isRefusal(await lockActiveCustomer(unit, tenant, customerId));
  if (isDeleted || status === 'CLOSED')
    return refuseFields([{ field: 'accountId', message: 'This wallet is closed. Send the id of an open one.' }]);
  const wallet = await lockWallet(unit, tenant, accountId);
  if (wallet === undefined)
    return refuse('WALLET_NOT_PROVISIONED', 'The embedded wallet is still being set up. Try again once it is ACTIVE.');
  return { wallet, customerId };
}

/** The contact is the customer's, and the platform may have changed it since the owner signed for it. */
const signedForAnother = refuse(
  'WALLET_SIGNATURE_INVALID',
  'The signature is for another address or number: the customer has a new one since. Send the request without a signature and sign what it returns now.',
);

const duplicates = {
  EMAIL_OTP: refuse(
    'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
    'The wallet already has a credential of type EMAIL_OTP. Delete it before you add another one.',
  ),
  SMS_OTP: refuse(
    'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
    'The wallet already has a credential of type SMS_OTP. Delete it before you add another one.',
  ),
  PASSKEY: refuse('PASSKEY_CREDENTIAL_ALREADY_EXISTS', 'The wallet already has this passkey. Use it to sign in.'),
  OAUTH: refuseFields([
    { field: 'oidcToken', message: 'The wallet already has a credential for this identity. Use it to sign in.' },
  ]),
} as const;

async function refuseTaken(call: CreateCall, others: readonly CredentialRow[], { type, identity }: NewCredential) {
  const isContact = type === 'EMAIL_OTP' || type === 'SMS_OTP';
  const isTwin = (other: CredentialRow): boolean => other.type === type && (isContact || other.identity === identity);
  if (others.some(isTwin)) return duplicates[type];
  if (!isContact) return undefined;
  return (await findByContact(call, type, identity)) === undefined ? undefined : refuseTakenContact(type);
}

/** The first code is sent with the credential, so that the response can contain the key to seal it to. */
async function showNew(call: CreateCall, row: CredentialRow): Promise<AuthMethodResponse> {
  if (row.type !== 'EMAIL_OTP' && row.type !== 'SMS_OTP') return viewCredential(row);
  return { ...viewCredential(row), otpEncryptionTargetBundle: await sendWalletCode(call, row) };
}
