import type { OutgoingTransaction, Quote } from '@payments-platform/types';
import { describe, expectTypeOf, it } from 'vitest';
import { mustMove } from '../../engines/states/transition.ts';
import { present, readJson, writeJson } from '../json/json-text.ts';
import type { Stored } from './schema.ts';
import { statement } from './statement.ts';
import type { Unit } from './unit.ts';

// The type-checker is the test: each line under `@ts-expect-error` must not compile.

type Payment = Partial<Stored<'transactions'>>;
interface Key {
  readonly tenant: number;
}

describe('a column', () => {
  it('accepts only the values of its union', () => {
    void ({ due_action: 'CHALLENGE_EXPIRE', status: 'PENDING', failure_reason: 'QUOTE_EXPIRED' } satisfies Payment);
    // @ts-expect-error a misspelt due action
    void ({ due_action: 'CHALENGE_EXPIRE' } satisfies Payment);
    // @ts-expect-error a status that no transaction has
    void ({ status: 'SETTLED' } satisfies Payment);
    // @ts-expect-error a reason that the specification does not list
    void ({ failure_reason: 'NO_MONEY' } satisfies Payment);
    // @ts-expect-error a currency that there is not
    void ({ sent_currency: 'XXX' } satisfies Payment);
  });

  it('is compared and set in a statement with the same types', () => {
    statement<Key, Stored<'quotes'>>('expired', (db, { tenant }) =>
      db.selectFrom('quotes').selectAll().where('tenant', '=', tenant).where('status', '=', 'EXPIRED'),
    );
    statement<Key, Stored<'quotes'>>('done', (db, { tenant }) =>
      // @ts-expect-error a status that no quote has
      db.selectFrom('quotes').selectAll().where('tenant', '=', tenant).where('status', '=', 'DONE'),
    );
    statement<Key, never>('postpone', (db, { tenant }) =>
      // @ts-expect-error a misspelt due action
      db.updateTable('transactions').set({ due_action: 'LOKK' }).where('tenant', '=', tenant),
    );
  });

  it('of JSON has the type that its readers expect', () => {
    expectTypeOf(readJson<Quote['source']>).returns.toEqualTypeOf<Quote['source']>();
    expectTypeOf(JSON.parse('{}')).toBeUnknown();
    const currency = 'USD';
    const source: Stored<'quotes'>['source'] = writeJson({ sourceType: 'REALTIME_FUNDING', currency });
    const misspelt: Stored<'quotes'>['source'] = writeJson({
      sourceType: 'REALTIME_FUNDING',
      currency,
      // @ts-expect-error a member that a source does not have
      cryptoNetwerk: 'BASE',
    });
    // @ts-expect-error text that nobody checked
    const text: Stored<'quotes'>['source'] = '{}';
    void [source, misspelt, text];
  });
});

describe('a row', () => {
  it('is inserted with every column that cannot be null', () => {
    const insert = (unit: Unit, deposit: Stored<'deposits'>): void => {
      const { amount_minor: _amount, ...lacking } = deposit;
      unit.insert('deposits', [deposit]);
      // @ts-expect-error a deposit without an amount
      unit.insert('deposits', [lacking]);
    };
    void insert;
  });

  it('has the type of the table that the statement reads', () => {
    // @ts-expect-error a customer is no quote
    statement<Key, Stored<'quotes'>>('customers', (db) => db.selectFrom('customers').selectAll());
    const select = (unit: Unit): Promise<Stored<'quotes'>[]> =>
      // @ts-expect-error nor where the query is built for a request
      unit.select((db) => db.selectFrom('customers').selectAll());
    void select;
  });
});

describe('a view', () => {
  it('has every member that the interface requires, and none that it does not know', () => {
    const view = (quote: Quote, payment: OutgoingTransaction): void => {
      const { expiresAt: _expiry, ...lacking } = quote;
      // @ts-expect-error a quote without its expiry
      void (lacking satisfies Quote);
      present<OutgoingTransaction>({ ...payment, failureReason: undefined });
      const { source: _source, ...sourceless } = payment;
      // @ts-expect-error a payment without its source
      present<OutgoingTransaction>({ ...sourceless, failureReason: undefined });
      // @ts-expect-error a misspelt member
      present<OutgoingTransaction>({ ...payment, failurReason: undefined });
    };
    void view;
  });
});

describe('a transition', () => {
  it('starts only from a status and a trigger of its table', () => {
    mustMove('quote', 'PENDING', 'EXECUTE');
    const move = (): void => {
      // @ts-expect-error a status that no quote has
      mustMove('quote', 'APPROVED', 'EXECUTE');
      // @ts-expect-error a trigger of another table
      mustMove('quote', 'PENDING', 'APPROVE');
    };
    void move;
  });
});
