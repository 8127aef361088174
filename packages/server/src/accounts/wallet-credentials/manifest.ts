import type { WorkContext } from '../../operation/deps.ts';
import type { Manifest } from '../../operation/manifest.ts';
import { findCustomerRow } from '../../people/customer-records/customer-records.ts';
import type { Dependents } from '../../people/customers/life-cycle.ts';
import type { OpenedWallet } from '../internal/life-cycle.ts';
import { endSessionsOf } from '../wallet-sessions/sessions-of-credential.ts';
import { lockWallet } from '../wallets/wallet-records.ts';
import { addCredential, contactIdentity } from './add-credential.ts';
import { challengeAuthCredential } from './challenge-auth-credential.ts';
import { createAuthCredential } from './create-auth-credential.ts';
import { applyContactChange, changeCredentialContact, removeLostPhone } from './credential-contact.ts';
import { findByContact, findCredentialsOf, removeCredential } from './credentials-repository.ts';
import { listAuthCredentials } from './list-auth-credentials.ts';
import { revokeAuthCredential } from './revoke-auth-credential.ts';
import { verifyAuthCredential } from './verify-auth-credential.ts';

/** A new wallet gets codes to its customer's email address, unless there is none or another wallet uses it. */
async function addFirstCredential(context: WorkContext, owner: OpenedWallet): Promise<void> {
  const email = (await findCustomerRow(context.unit, context.tenant, owner.customerId))?.email;
  if (email === null || email === undefined) return;
  const identity = contactIdentity(email);
  if ((await findByContact(context, 'EMAIL_OTP', identity)) !== undefined) return;
  await addCredential(context, owner, { type: 'EMAIL_OTP', nickname: email, identity });
}

/** Removes every credential and session of a customer who is being deleted. */
async function removeCredentialsOf(context: WorkContext, customerId: string): Promise<Dependents> {
  const { unit, tenant } = context;
  for (const credential of await findCredentialsOf(unit, tenant, customerId)) {
    await lockWallet(unit, tenant, credential.account_id);
    removeCredential(unit, credential);
    endSessionsOf(context, credential.id);
  }
  return { ids: [], details: {} };
}

export const manifest = {
  operations: {
    challengeAuthCredential,
    createAuthCredential,
    listAuthCredentials,
    revokeAuthCredential,
    verifyAuthCredential,
  },
  lifeCycle: {
    onWalletOpened: addFirstCredential,
    applyContactChange,
    beforeContactChanged: changeCredentialContact,
    beforePhoneReplaced: removeLostPhone,
    beforeCustomerDeleted: removeCredentialsOf,
  },
} satisfies Manifest;
