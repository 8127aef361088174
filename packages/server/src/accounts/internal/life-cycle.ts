import type { WorkContext } from '../../operation/deps.ts';

declare module '../../operation/deps.ts' {
  interface LifeCycle extends AccountsLifeCycle {}
}

interface AccountsLifeCycle {
  /** Called when the custodian has opened the wallet of a customer's account. */
  readonly onWalletOpened: (context: WorkContext, wallet: OpenedWallet) => Promise<void>;
}

/** The account of an embedded wallet and its customer. */
export interface OpenedWallet {
  readonly accountId: string;
  readonly customerId: string;
}
