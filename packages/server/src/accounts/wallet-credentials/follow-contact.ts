import { demandSignature } from '../../access/signed-requests/demand-signature.ts';
import { type Asked, findWaiting } from '../../access/signed-requests/waiting-request.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import { payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, refuse } from '../../operation/operation.ts';
import type { ContactChange, ContactVerdict } from '../../people/customers/life-cycle.ts';
import { isSessionOf } from '../wallet-sessions/session-signers.ts';
import { renameSessionsOf } from '../wallet-sessions/sessions-of-credential.ts';
import { lockWallet } from '../wallets/wallet-records.ts';
import { contactIdentity, refuseTakenContact } from './add-credential.ts';
import { findByContact, findCredentialsOf, moveContact, removeCode } from './credentials-repository.ts';
import { contactActivity } from './new-credential.ts';
import type { CredentialRow } from './tables.ts';

const startOver = 'Send the change without a signature and sign what it returns now.';
const setChanged = {
  EMAIL_OTP: refuse(
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    `The credentials for the address have changed since. ${startOver}`,
  ),
  SMS_OTP: refuse('SMS_OTP_CREDENTIAL_SET_CHANGED', `The credentials for the number have changed since. ${startOver}`),
} as const;

const cannotFollow = refuse(
  'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
  'A credential cannot follow to this email address, so nothing was changed. Repeat the change later, or use another address.',
);

/**
 * What a customer signs in with by code is tied to where they are reached. All of it follows, or nothing changes; a
 * session of any of the wallets signs.
 */
export async function followContact(context: WorkContext, change: ContactChange): Promise<ContactVerdict> {
  const { customerId, channel, contact, walletHeaders } = change;
  const { unit, tenant, now, deps } = context;
  const type = channel === 'EMAIL' ? 'EMAIL_OTP' : 'SMS_OTP';
  const tied = await takeTied(context, customerId, type);
  const asked: Asked = { operation: 'updateCustomerById', ...change.asked };
  if (await isOfAnotherSet(context, asked, walletHeaders.requestId, tied)) return setChanged[type];
  const [first] = tied;
  if (first === undefined) return undefined;
  const identity = contactIdentity(contact);
  const holder = await findByContact(context, type, identity);
  if (holder !== undefined && holder.customer_id !== customerId) return refuseTakenContact(type);
  const outcome = await demandSignature(
    { ...context, walletHeaders },
    {
      asked,
      payload: () => {
        const { organizationId, userId } = first.wallet;
        return payloadToSign(contactActivity(type, contact, userId), { organizationId, now });
      },
      facts: { set: setOf(tied) },
      isSigner: async (key) => {
        for (const { row } of tied) if (await isSessionOf(context, row.account_id)(key)) return true;
        return false;
      },
    },
  );
  if (isRefusal(outcome) || 'challenge' in outcome) return outcome;
  if (type === 'EMAIL_OTP' && !deps.rules.canFollowTo(contact)) return cannotFollow;
  try {
    for (const { row } of tied) {
      await moveContact(unit, { ...row, nickname: contact, identity, updated_at: now });
      // What was sent to the old address proves nothing of the new one.
      removeCode(unit, tenant, row.id);
      renameSessionsOf(context, row.id, contact);
    }
    return undefined;
  } catch (error) {
    if (error instanceof UniqueViolation) return refuseTakenContact(type);
    throw error;
  }
}

interface Tied {
  readonly row: CredentialRow;
  readonly wallet: WalletKeys;
}

/** The credentials of a customer that codes of this kind go out for, with their wallets, for update. */
async function takeTied(
  { unit, tenant }: WorkContext,
  customerId: string,
  type: CredentialRow['type'],
): Promise<Tied[]> {
  const accounts = (await findCredentialsOf(unit, tenant, customerId)).map((row) => row.account_id);
  const wallets = new Map<string, WalletKeys>();
  for (const accountId of [...new Set(accounts)].sort()) {
    const wallet = await lockWallet(unit, tenant, accountId);
    if (wallet !== undefined) wallets.set(accountId, wallet);
  }
  const rows = await findCredentialsOf(unit, tenant, customerId);
  return rows
    .filter((row) => row.type === type)
    .flatMap((row) => {
      const wallet = wallets.get(row.account_id);
      return wallet === undefined ? [] : [{ row, wallet }];
    });
}

function setOf(tied: readonly Tied[]): string {
  return tied
    .map(({ row }) => row.id)
    .sort()
    .join();
}

/** Whether what was signed was given out for other credentials than there are now. */
async function isOfAnotherSet(
  context: WorkContext,
  asked: Asked,
  requestId: string | undefined,
  tied: readonly Tied[],
): Promise<boolean> {
  if (requestId === undefined) return false;
  const waiting = await findWaiting(context, asked, requestId);
  return !isRefusal(waiting) && waiting.facts['set'] !== setOf(tied);
}
