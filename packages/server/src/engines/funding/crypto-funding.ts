import { bytesOf, type FundingMethod } from './funding-method.ts';
import { lightningInvoice } from './lightning-invoice.ts';
import { bitcoinAddress, evmAddress, solanaAddress, sparkAddress, tronAddress } from './wallet-addresses.ts';

const solana = (assetType: 'USDC' | 'USDT'): FundingMethod => ({
  routes: ['SOLANA'],
  info: (fundable) => ({
    accountType: 'SOLANA_WALLET',
    address: solanaAddress(bytesOf(fundable, 'SOLANA')),
    assetType,
  }),
});

const ethereum = (assetType: 'USDC' | 'USDT'): FundingMethod => ({
  routes: ['ETHEREUM'],
  info: (fundable) => ({ accountType: 'ETHEREUM_WALLET', address: evmAddress(bytesOf(fundable, 'EVM')), assetType }),
});

const spark = (assetType: string): FundingMethod => ({
  routes: ['SPARK'],
  info: (fundable) => ({ accountType: 'SPARK_WALLET', address: sparkAddress(bytesOf(fundable, 'SPARK')), assetType }),
});

const base: FundingMethod = {
  routes: ['BASE'],
  info: (fundable) => ({
    accountType: 'BASE_WALLET',
    address: evmAddress(bytesOf(fundable, 'EVM')),
    assetType: 'USDC',
  }),
};

const polygon: FundingMethod = {
  routes: ['POLYGON'],
  info: (fundable) => ({
    accountType: 'POLYGON_WALLET',
    address: evmAddress(bytesOf(fundable, 'EVM')),
    assetType: 'USDC',
  }),
};

const plasma: FundingMethod = {
  routes: ['PLASMA'],
  info: (fundable) => ({
    accountType: 'PLASMA_WALLET',
    address: evmAddress(bytesOf(fundable, 'EVM')),
    assetType: 'USDT',
  }),
};

const tron: FundingMethod = {
  routes: ['TRON'],
  info: (fundable) => ({
    accountType: 'TRON_WALLET',
    address: tronAddress(bytesOf(fundable, 'TRON')),
    assetType: 'USDT',
  }),
};

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

/** The ways to pay in crypto assets. */
export const cryptoFunding = {
  USDC: [solana('USDC'), base, polygon, ethereum('USDC')],
  USDT: [tron, solana('USDT'), ethereum('USDT'), plasma],
  USDB: [spark('USDB')],
  BTC: [spark('BTC'), lightning, bitcoin],
} as const satisfies Readonly<Record<string, readonly FundingMethod[]>>;
