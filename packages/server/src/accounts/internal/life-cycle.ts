import type { WorkContext } from '../../operation/deps.ts';

declare module '../../operation/deps.ts' {
  interface LifeCycle extends AccountsLifeCycle {}
}

interface AccountsLifeCycle {
  /** The custodian has opened the wallet of an account of a customer. */
  readonly onWalletOpened: (context: WorkContext, wallet: OpenedWallet) => Promise<void>;
}

/** The account of an embedded wallet, and whose it is. */
export interface OpenedWallet {
  readonly accountId: string;
  readonly customerId: string;
}
