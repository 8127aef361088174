import { expect, it } from 'vitest';
import { asCurrency } from '../../ground/money/currency.ts';
import { createSandboxRails } from '../../sandbox/adapters/sandbox-rails.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { costMinor, isFree } from './network-costs.ts';

const ports = { rails: createSandboxRails(), rates: createSandboxRates() };

it('the cost of a network is in the currency sent, rounded up, and 0 in a token without a price', () => {
  expect(costMinor(ports, 'BITCOIN', 'BTC')).toBe(1_500n);
  expect(costMinor(ports, 'ETHEREUM', 'USDC')).toBe(450_000n);
  // 45 cents at 1.0842 dollars a euro are 41.5.
  expect(costMinor(ports, 'ETHEREUM', 'EUR')).toBe(42n);
  expect(costMinor(ports, 'SOLANA', 'USD')).toBe(1n);
  expect(costMinor(ports, 'ETHEREUM', asCurrency('EXD'))).toBe(0n);
  expect(() => costMinor(ports, 'ETHEREUM', 'ARS')).toThrow('ARS has no price in US dollars');
});

it('a payment without a network, or over Spark or Lightning, has no network cost', () => {
  expect([null, 'SPARK', 'LIGHTNING'].map((network) => costMinor(ports, network as 'SPARK', 'BTC'))).toEqual([
    0n,
    0n,
    0n,
  ]);
});

it('a payout is free without a network, over Lightning, and over a network that costs nothing', () => {
  expect([null, 'LIGHTNING', 'SPARK'].map((network) => isFree(ports, network as 'SPARK'))).toEqual([true, true, true]);
  expect([isFree(ports, 'SOLANA'), isFree(ports, 'ETHEREUM')]).toEqual([false, false]);
});
