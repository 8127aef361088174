import { describe, expect, it } from 'vitest';
import { heldAccount, isHeldAccount, isInternalAccount, serviceAccount } from './accounts.ts';
import { balancedEntry, movement } from './entry.ts';

const account = 'InternalAccount:1' as const;
const world = serviceAccount('world', 'USD');

describe('an entry', () => {
  it('refuses postings that do not sum to zero in each currency', () => {
    expect(() => balancedEntry('FUND', 's', [{ account, currency: 'USD', amountMinor: 1n }])).toThrow(
      'entry FUND of s is out of balance by 1 in USD',
    );
    const mixed = [
      ...movement(account, world, 'USD', 5n),
      { account: world, currency: 'EUR' as const, amountMinor: 3n },
    ];
    expect(() => balancedEntry('FUND', 's', mixed)).toThrow('EUR');
  });

  it('debits one account and credits the other with the same amount in a movement', () => {
    expect(balancedEntry('FUND', 's', movement(account, world, 'USD', 5n))).toEqual({
      kind: 'FUND',
      subjectId: 's',
      postings: [
        { account, currency: 'USD', amountMinor: -5n },
        { account: 'service:world:USD', currency: 'USD', amountMinor: 5n },
      ],
    });
  });

  it('has a kind on statements only if it is given one', () => {
    const postings = movement(account, world, 'USD', 5n);
    const entry = { kind: 'SETTLE', subjectId: 's', postings };
    expect(balancedEntry('SETTLE', 's', postings, 'DEPOSIT')).toStrictEqual({ ...entry, shownAs: 'DEPOSIT' });
    expect(balancedEntry('SETTLE', 's', postings)).toStrictEqual(entry);
  });

  it('omits postings of zero', () => {
    expect(balancedEntry('FUND', 's', movement(account, world, 'USD', 0n)).postings).toEqual([]);
  });
});

it('a ledger account name shows by its prefix whether it is an internal or a held account', () => {
  expect(heldAccount(account)).toBe('held:InternalAccount:1');
  expect([account, heldAccount(account), world].map(isInternalAccount)).toEqual([true, false, false]);
  expect([account, heldAccount(account), world].map(isHeldAccount)).toEqual([false, true, false]);
});
