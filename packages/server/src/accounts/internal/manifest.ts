import type { Manifest } from '../../operation/manifest.ts';
import { accountInvariants } from './account-invariants.ts';
import { closeAccountsOf } from './close-accounts.ts';
import { exportInternalAccount } from './export-internal-account.ts';
import { getInternalAccountById } from './get-internal-account-by-id.ts';
import { listCustomerInternalAccounts } from './list-customer-internal-accounts.ts';
import { listPlatformInternalAccounts } from './list-platform-internal-accounts.ts';
import { dueWalletOpenings } from './open-wallets.ts';
import { provisionAccounts } from './provision-accounts.ts';
import { statementInvariants } from './statement-invariants.ts';
import { updateInternalAccount } from './update-internal-account.ts';

export const manifest = {
  operations: {
    exportInternalAccount,
    getInternalAccountById,
    listCustomerInternalAccounts,
    listPlatformInternalAccounts,
    updateInternalAccount,
  },
  lifeCycle: {
    onCurrenciesGranted: async (context, customerId, currencies) => {
      await provisionAccounts(context, customerId, currencies);
    },
    beforeCustomerDeleted: closeAccountsOf,
  },
  dueWork: [dueWalletOpenings],
  invariants: [...accountInvariants, ...statementInvariants],
} satisfies Manifest;
