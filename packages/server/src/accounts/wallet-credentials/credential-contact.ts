import { findPendingRequest, type RequestToSign } from '../../access/signed-requests/pending-request.ts';
import { checkSignature, type Requirement, requireSignature } from '../../access/signed-requests/require-signature.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import { payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import type {
  AskedContactChange,
  ContactChange,
  ContactVerdict,
  MovedContact,
} from '../../people/customers/life-cycle.ts';
import { isSessionOf } from '../wallet-sessions/session-signers.ts';
import { endSessionsOf, renameSessionsOf } from '../wallet-sessions/sessions-of-credential.ts';
import { findWallet, lockWallet } from '../wallets/wallet-records.ts';
import { contactIdentity, refuseTakenContact } from './add-credential.ts';
import {
  findByContact,
  findCredentialsOf,
  listCredentials,
  moveContact,
  removeCode,
  removeCredential,
} from './credentials-repository.ts';
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

const onlyPhone = refuse(
  'CONFLICT',
  'Codes to the old phone are the only way to open an embedded wallet of the customer. Add another credential to it, or change the number with PATCH /customers/{customerId}, which a session of the wallet signs.',
);

const cannotFollow = refuse(
  'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
  'The custodian did not confirm the change for every wallet, so nothing was changed. Repeat it later, or use another address.',
);

/**
 * Credentials by code use the customer's address or number. When it changes, all of them follow or nothing changes. A
 * session of any of the wallets may sign the change.
 */
export async function changeCredentialContact(
  context: WorkContext,
  change: AskedContactChange,
): Promise<ContactVerdict> {
  const { customerId, channel, contact, walletHeaders } = change;
  const { unit, tenant, now } = context;
  const type = typeOf(channel);
  const tied = await readTied(context, { customerId, type }, lockWallet);
  const asked = askedOf(change);
  if (await isOfAnotherSet(context, asked, walletHeaders.requestId, tied)) return setChanged[type];
  const [first] = tied;
  if (first === undefined) return undefined;
  const identity = contactIdentity(contact);
  const holder = await findByContact(context, type, identity);
  if (holder !== undefined && holder.customer_id !== customerId) return refuseTakenContact(type);
  const outcome = await requireSignature(
    { ...context, walletHeaders },
    {
      asked,
      payload: () => {
        const { organizationId, userId } = first.wallet;
        return payloadToSign(contactActivity(type, contact, userId), { organizationId, now });
      },
      facts: { set: setOf(tied) },
      isSigner: isSessionOfAny(context, tied),
    },
  );
  if (isRefusal(outcome) || 'challenge' in outcome) return outcome;
  if (change.isApplied !== true) return cannotFollow;
  try {
    for (const { row } of tied) {
      await moveContact(unit, { ...row, nickname: contact, identity, updated_at: now });
      // A code that was sent to the old address proves nothing about the new one.
      removeCode(unit, tenant, row.id);
      renameSessionsOf(context, row.id, contact);
    }
    return undefined;
  } catch (error) {
    if (error instanceof UniqueViolation) return refuseTakenContact(type);
    throw error;
  }
}

/**
 * No session has signed for the new phone, so it does not open wallets, and neither does the lost phone any more. If a
 * wallet has no other credential, the change is refused, because the customer would lose access to the money.
 */
export async function removeLostPhone(
  context: WorkContext,
  { customerId, contact }: Pick<ContactChange, 'customerId' | 'contact'>,
): Promise<Refusal<'CONFLICT'> | undefined> {
  const { unit, tenant } = context;
  for (const { row } of await readTied(context, { customerId, type: 'SMS_OTP' }, lockWallet)) {
    if (row.identity === contactIdentity(contact)) continue;
    if ((await listCredentials(unit, { tenant, accountId: row.account_id })).length === 1) return onlyPhone;
    removeCredential(unit, row);
    endSessionsOf(context, row.id);
  }
  return undefined;
}

interface Tied {
  readonly row: CredentialRow;
  readonly wallet: WalletKeys;
}

function typeOf(channel: ContactChange['channel']): 'EMAIL_OTP' | 'SMS_OTP' {
  return channel === 'EMAIL' ? 'EMAIL_OTP' : 'SMS_OTP';
}

function askedOf({ asked }: ContactChange): RequestToSign {
  return { operation: 'updateCustomerById', path: asked.path, body: asked.body };
}

function isSessionOfAny(context: WorkContext, tied: readonly Tied[]): Requirement['isSigner'] {
  return async (key) => {
    for (const { row } of tied) if (await isSessionOf(context, row.account_id)(key)) return true;
    return false;
  };
}

/** Changes the contact at the custodian if a permitted signer has signed; `undefined` if there is nothing to change. */
export async function applyContactChange(
  context: Omit<WorkContext, 'unit'>,
  change: ContactChange,
): Promise<MovedContact | undefined> {
  const { deps } = context;
  const { customerId, channel, contact, walletHeaders } = change;
  const ofCustomer = { customerId, type: typeOf(channel) };
  const tied = await deps.database.read(async (unit) => {
    const inUnit = { ...context, unit };
    const found = await readTied(inUnit, ofCustomer, findWallet);
    if (found.length === 0) return [];
    const demand = { asked: askedOf(change), isSigner: isSessionOfAny(inUnit, found) };
    const checked = await checkSignature({ ...inUnit, walletHeaders }, demand);
    return checked === 'UNSIGNED' || isRefusal(checked) ? [] : found;
  });
  const [first] = tied;
  if (first === undefined) return undefined;
  const wallets = tied.map(({ wallet }) => wallet);
  const isApplied = await deps.custody.moveContact(wallets, { channel, contact });
  const moveBack = async (): Promise<void> => {
    const now = await deps.database.read((unit) => readTied({ ...context, unit }, ofCustomer, findWallet));
    // The same change may have been made meanwhile by a request beside this one.
    const isOurs = now.some(({ row }) => row.identity === contactIdentity(contact));
    if (isApplied && !isOurs) await deps.custody.moveContact(wallets, { channel, contact: first.row.nickname });
  };
  return { isApplied, moveBack };
}

interface OfCustomer {
  readonly customerId: string;
  readonly type: CredentialRow['type'];
}

/** The customer's credentials of this type with their wallets. `read` decides whether the wallets are locked. */
async function readTied(
  { unit, tenant }: WorkContext,
  { customerId, type }: OfCustomer,
  read: typeof lockWallet | typeof findWallet,
): Promise<Tied[]> {
  const accounts = (await findCredentialsOf(unit, tenant, customerId)).map((row) => row.account_id);
  const wallets = new Map<string, WalletKeys>();
  for (const accountId of [...new Set(accounts)].sort()) {
    const wallet = await read(unit, tenant, accountId);
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

/** Whether the first request was issued for a different set of credentials than the current one. */
async function isOfAnotherSet(
  context: WorkContext,
  asked: RequestToSign,
  requestId: string | undefined,
  tied: readonly Tied[],
): Promise<boolean> {
  if (requestId === undefined) return false;
  const waiting = await findPendingRequest(context, asked, requestId);
  return !isRefusal(waiting) && waiting.facts['set'] !== setOf(tied);
}
