import { eventsAreNumbered } from '../../engines/outbox/outbox-invariants.ts';
import type { Manifest } from '../../operation/manifest.ts';
import { confirmBeneficiaryTrust } from './confirm-beneficiary-trust.ts';
import { confirmBeneficiaryUntrust } from './confirm-beneficiary-untrust.ts';
import { createCustomerExternalAccount } from './create-customer-external-account.ts';
import { createPlatformExternalAccount } from './create-platform-external-account.ts';
import { deleteCustomerExternalAccountById } from './delete-customer-external-account-by-id.ts';
import { deletePlatformExternalAccountById } from './delete-platform-external-account-by-id.ts';
import { getCustomerExternalAccountById } from './get-customer-external-account-by-id.ts';
import { getPlatformExternalAccountById } from './get-platform-external-account-by-id.ts';
import { listCustomerExternalAccounts } from './list-customer-external-accounts.ts';
import { listPlatformExternalAccounts } from './list-platform-external-accounts.ts';
import { startBeneficiaryTrust } from './start-beneficiary-trust.ts';
import { startBeneficiaryUntrust } from './start-beneficiary-untrust.ts';
import { dueValidations } from './validate-accounts.ts';

export const manifest = {
  operations: {
    confirmBeneficiaryTrust,
    confirmBeneficiaryUntrust,
    createCustomerExternalAccount,
    createPlatformExternalAccount,
    deleteCustomerExternalAccountById,
    deletePlatformExternalAccountById,
    getCustomerExternalAccountById,
    getPlatformExternalAccountById,
    listCustomerExternalAccounts,
    listPlatformExternalAccounts,
    startBeneficiaryTrust,
    startBeneficiaryUntrust,
  },
  dueWork: [dueValidations],
  invariants: [eventsAreNumbered('external_accounts')],
} satisfies Manifest;
