import type { Manifest } from '../../operation/manifest.ts';
import { listCustomerInternalAccounts } from './list-customer-internal-accounts.ts';
import { listPlatformInternalAccounts } from './list-platform-internal-accounts.ts';

export const manifest = {
  operations: {
    listCustomerInternalAccounts,
    listPlatformInternalAccounts,
  },
} satisfies Manifest;
