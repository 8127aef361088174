import { describe, expect, it } from 'vitest';
import type { CardOrder } from '../../engines/issuing/card-issuer.ts';
import { passesLuhn, sandboxCardNumber } from './sandbox-card-numbers.ts';
import { createSandboxIssuer } from './sandbox-issuer.ts';

const issuer = createSandboxIssuer({ publicUrl: () => 'https://pay.example.com', cardLimit: 3 });
const orderedAt = '2025-11-30T23:59:59.000Z';
const order: CardOrder = {
  cardId: 'Card:1',
  cardholderId: 'Customer:abc',
  platformCardId: undefined,
  form: 'VIRTUAL',
  currency: 'USD',
  orderedAt,
  threeDSecurePassword: undefined,
};

describe('the issuer of the sandbox', () => {
  it.each([
    ['card-001', 'Customer:002', 'MAKING'],
    ['card-002', 'Customer:001', 'REJECTED'],
    ['card-004', 'Customer:001', 'ISSUED'],
    ['card-005', 'Customer:001', 'MAKING'],
    [undefined, 'Customer:001', 'MAKING'],
    [undefined, 'Customer:002', 'REJECTED'],
    [undefined, 'Customer:005', 'MAKING'],
    [undefined, 'Customer:abc', 'ISSUED'],
  ])(
    'decides by the suffix of platformCardId, %s, and by that of %s only without one: %s',
    async (platformCardId, cardholderId, kind) => {
      expect((await issuer.issue({ ...order, platformCardId, cardholderId }, orderedAt)).kind).toBe(kind);
    },
  );

  it('derives last4 from the suffix of the id, and the expiry as three years after the order', async () => {
    const cards = ['a-777', 'b-777', 'c-778'].map((platformCardId) =>
      issuer.issue({ ...order, platformCardId }, orderedAt),
    );
    const [one, alike, other] = (await Promise.all(cards)).map((report) =>
      report.kind === 'ISSUED' ? report.card : undefined,
    );
    expect(one).toMatchObject({ expMonth: 11, expYear: 2028, last4: alike?.last4 });
    expect(one?.last4).not.toBe(other?.last4);
  });

  it('accepts a password for EUR cards only', () => {
    expect([issuer.takesPassword('EUR'), issuer.takesPassword('USD')]).toEqual([true, false]);
  });

  it('generates valid card numbers for given last four digits', () => {
    for (let last = 0; last < 10_000; last += 37) {
      const last4 = String(last).padStart(4, '0');
      const number = sandboxCardNumber(`Card:${last}`, last4);
      expect([number.length, number.slice(-4), passesLuhn(number)]).toEqual([16, last4, true]);
    }
    expect([passesLuhn('4242424242424242'), passesLuhn('4242424242424241')]).toEqual([true, false]);
  });
});
