import { v5 } from 'uuid';

/** What payloads to sign call a wallet and its owner. */
export interface WalletNames {
  readonly organizationId: string;
  readonly userId: string;
  readonly walletId: string;
}

/** They follow from the id of the account, so that they are the same in every payload and lie nowhere. */
export function walletNames(accountId: string): WalletNames {
  const account = accountId.slice(accountId.indexOf(':') + 1);
  return {
    organizationId: v5('organization', account),
    userId: v5('user', account),
    walletId: v5('wallet', account),
  };
}
