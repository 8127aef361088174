import { describe, expect, it } from 'vitest';
import { asCurrency } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { largestSendingMinor, smallestAmountWhere, smallestSendingMinor } from './sending-limits.ts';

const rates = createSandboxRates();

describe('the sending limits', () => {
  it('end at 1,000,000 US dollars, or at the largest representable amount for an unpriced token', () => {
    expect(largestSendingMinor(rates, 'USD')).toBe(100_000_000n);
    expect(largestSendingMinor(rates, 'EUR')).toBe(92_233_905n);
    expect(largestSendingMinor(rates, asCurrency('EXD'))).toBe(largestWireMinor);
  });

  it.each([1n, 2n, 3n, 4n, 5n, 1_000n, 1_025n])('begin at the smallest amount that has a price: %d', (least) => {
    expect(smallestSendingMinor((minor) => minor >= least)).toBe(least);
  });

  it('have no lower end where no amount has a price', () => {
    expect(smallestSendingMinor(() => false)).toBeUndefined();
    // The next power of two is the first attempt beyond the largest amount.
    expect(smallestSendingMinor((minor) => minor > largestWireMinor)).toBe(largestWireMinor + 1n);
    expect(smallestSendingMinor((minor) => minor > largestWireMinor + 1n)).toBeUndefined();
  });

  it('are found in at most 53 steps', () => {
    let asked = 0;
    const found = smallestAmountWhere((minor) => {
      asked += 1;
      return minor >= 777_777n;
    }, largestWireMinor);
    expect(found).toBe(777_777n);
    expect(asked).toBeLessThanOrEqual(53);
    expect(smallestAmountWhere(() => false, 9n)).toBe(9n);
  });
});
