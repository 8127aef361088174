import { lightningInvoice } from './lightning-invoice.ts';
import { bitcoinAddress, evmAddress, solanaAddress, sparkAddress, tronAddress } from './wallet-addresses.ts';
import { bytesOf, type WayIn } from './way-in.ts';

const solana = (assetType: 'USDC' | 'USDT'): WayIn => ({
  routes: ['SOLANA'],
  info: (fundable) => ({
    accountType: 'SOLANA_WALLET',
    address: solanaAddress(bytesOf(fundable, 'SOLANA')),
    assetType,
  }),
});

const ethereum = (assetType: 'USDC' | 'USDT'): WayIn => ({
  routes: ['ETHEREUM'],
  info: (fundable) => ({ accountType: 'ETHEREUM_WALLET', address: evmAddress(bytesOf(fundable, 'EVM')), assetType }),
});

const spark = (assetType: string): WayIn => ({
  routes: ['SPARK'],
  info: (fundable) => ({ accountType: 'SPARK_WALLET', address: sparkAddress(bytesOf(fundable, 'SPARK')), assetType }),
});

const base: WayIn = {
  routes: ['BASE'],
  info: (fundable) => ({
    accountType: 'BASE_WALLET',
    address: evmAddress(bytesOf(fundable, 'EVM')),
    assetType: 'USDC',
  }),
};

const polygon: WayIn = {
  routes: ['POLYGON'],
  info: (fundable) => ({
    accountType: 'POLYGON_WALLET',
    address: evmAddress(bytesOf(fundable, 'EVM')),
    assetType: 'USDC',
  }),
};

const plasma: WayIn = {
  routes: ['PLASMA'],
  info: (fundable) => ({
    accountType: 'PLASMA_WALLET',
    address: evmAddress(bytesOf(fundable, 'EVM')),
    assetType: 'USDT',
  }),
};

const tron: WayIn = {
  routes: ['TRON'],
  info: (fundable) => ({
    accountType: 'TRON_WALLET',
    address: tronAddress(bytesOf(fundable, 'TRON')),
    assetType: 'USDT',
  }),
};

const bitcoin: WayIn = {
  routes: ['BITCOIN'],
  info: (fundable) => ({
    accountType: 'BITCOIN_L1',
    address: bitcoinAddress(bytesOf(fundable, 'BITCOIN')),
    network: 'BITCOIN',
  }),
};

const lightning: WayIn = {
  routes: ['LIGHTNING'],
  isForOnePayment: true,
  info: (fundable) => ({ accountType: 'LIGHTNING', invoice: lightningInvoice(fundable) }),
};

/** The ways to pay in crypto assets. */
export const walletWays = {
  USDC: [solana('USDC'), base, polygon, ethereum('USDC')],
  USDT: [tron, solana('USDT'), ethereum('USDT'), plasma],
  USDB: [spark('USDB')],
  BTC: [spark('BTC'), lightning, bitcoin],
} as const satisfies Readonly<Record<string, readonly WayIn[]>>;
