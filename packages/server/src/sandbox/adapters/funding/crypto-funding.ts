import type { ExpectedPayment, Fundable } from '../../../engines/funding/funding.ts';
import { bytesOf, type FundingMethod, type InfoOf } from './funding-method.ts';
import { lightningInvoice } from './lightning-invoice.ts';
import {
  bitcoinAddress,
  evmAddress,
  solanaAddress,
  sparkAddress,
  sparkInvoiceOf,
  tronAddress,
} from './wallet-addresses.ts';

const addressOf = {
  BASE: (fundable: Fundable) => evmAddress(bytesOf(fundable, 'EVM')),
  ETHEREUM: (fundable: Fundable) => evmAddress(bytesOf(fundable, 'EVM')),
  PLASMA: (fundable: Fundable) => evmAddress(bytesOf(fundable, 'EVM')),
  POLYGON: (fundable: Fundable) => evmAddress(bytesOf(fundable, 'EVM')),
  SOLANA: (fundable: Fundable) => solanaAddress(bytesOf(fundable, 'SOLANA')),
  SPARK: (fundable: Fundable) => sparkAddress(bytesOf(fundable, 'SPARK')),
  TRON: (fundable: Fundable) => tronAddress(bytesOf(fundable, 'TRON')),
} as const;
type WalletInfo = InfoOf<`${keyof typeof addressOf}_WALLET`>;

/** The address with the amount in it, for wallets of the network. */
function sparkInvoice(fundable: Fundable, { amountMinor }: ExpectedPayment): string {
  return sparkInvoiceOf(bytesOf(fundable, 'SPARK'), amountMinor);
}

/** A wallet that receives one asset on a network. */
function wallet(network: keyof typeof addressOf, assetType: WalletInfo['assetType']): FundingMethod {
  return {
    routes: [network],
    info: (fundable) =>
      ({
        accountType: `${network}_WALLET`,
        address: addressOf[network](fundable),
        ...(assetType === 'USDB' && fundable.payment && { invoice: sparkInvoice(fundable, fundable.payment) }),
        assetType,
      }) as WalletInfo,
  };
}

const bitcoin: FundingMethod = {
  routes: ['BITCOIN'],
  info: (fundable) => ({
    accountType: 'BITCOIN_L1',
    address: bitcoinAddress(bytesOf(fundable, 'BITCOIN')),
    network: 'BITCOIN',
  }),
};

const lightning: FundingMethod = {
  routes: ['LIGHTNING'],
  isForOnePayment: true,
  info: (fundable) => ({ accountType: 'LIGHTNING', invoice: lightningInvoice(fundable) }),
};

/** The funding methods of each crypto asset. */
export const cryptoFunding = {
  USDC: [wallet('SOLANA', 'USDC'), wallet('BASE', 'USDC'), wallet('POLYGON', 'USDC'), wallet('ETHEREUM', 'USDC')],
  USDT: [wallet('TRON', 'USDT'), wallet('SOLANA', 'USDT'), wallet('ETHEREUM', 'USDT'), wallet('PLASMA', 'USDT')],
  USDB: [wallet('SPARK', 'USDB')],
  BTC: [wallet('SPARK', 'BTC'), lightning, bitcoin],
} as const satisfies Readonly<Record<string, readonly FundingMethod[]>>;
