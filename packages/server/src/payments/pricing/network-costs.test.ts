import { expect, it } from 'vitest';
import { createSandboxRails } from '../../sandbox/adapters/sandbox-rails.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { costMinor } from './network-costs.ts';

const ports = { rails: createSandboxRails(), rates: createSandboxRates() };

it('the cost of a network is that in the asset that is sent, and nothing where its price is not known', () => {
  expect(costMinor(ports, 'BITCOIN', 'BTC')).toBe(1_500n);
  expect(costMinor(ports, 'ETHEREUM', 'USDC')).toBe(450_000n);
  // 45 cents at 1.0842 dollars a euro.
  expect(costMinor(ports, 'ETHEREUM', 'EUR')).toBe(42n);
  expect(costMinor(ports, 'ETHEREUM', 'ARS')).toBe(0n);
});
