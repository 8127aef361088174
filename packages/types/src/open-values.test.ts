import { describe, expectTypeOf, it } from 'vitest';
import type {
  CustomerId,
  Opened,
  OpenPaths,
  paths,
  Received,
  ReceivedEvent,
  Unlisted,
  UnlistedEvent,
} from './index.ts';

// Nothing here runs: the type checker is the test. Each function is a program that must, or must not, compile.

describe('a response type', () => {
  it('opens enums, and keeps constants, ids and other types', () => {
    expectTypeOf<Opened<'A' | 'B'>>().toEqualTypeOf<'A' | 'B' | Unlisted>();
    expectTypeOf<Opened<'A' | 'B' | null>>().toEqualTypeOf<'A' | 'B' | Unlisted | null>();
    expectTypeOf<Opened<'A'>>().toEqualTypeOf<'A'>();
    expectTypeOf<Opened<CustomerId>>().toEqualTypeOf<CustomerId>();
    expectTypeOf<Opened<string>>().toEqualTypeOf<string>();
    expectTypeOf<Opened<400 | 404>>().toEqualTypeOf<400 | 404>();
    expectTypeOf<Opened<unknown>>().toEqualTypeOf<unknown>();
    expectTypeOf<Opened<readonly ('A' | 'B')[]>>().toEqualTypeOf<readonly ('A' | 'B' | Unlisted)[]>();
    expectTypeOf<Opened<{ readonly a?: 'A' | 'B' }>>().toEqualTypeOf<{ readonly a?: 'A' | 'B' | Unlisted }>();
  });

  it('has enum fields that extend string and narrow by comparison', () => {
    (quote: Received<'Quote'>) => {
      expectTypeOf(quote.status).toExtend<string>();
      if (quote.status === 'EXPIRED') expectTypeOf(quote.status).toEqualTypeOf<'EXPIRED'>();
      // @ts-expect-error a misspelt value is found by the compiler
      return quote.status === 'EXPIRD';
    };
  });

  it('requires a default in a switch over an enum', () => {
    // @ts-expect-error a value that is not listed would return nothing
    (status: Received<'RefundStatus'>): string => {
      switch (status) {
        case 'PENDING':
          return 'on its way';
        case 'COMPLETED':
          return 'paid back';
        case 'FAILED':
          return 'to be repeated';
      }
    };
    (status: Received<'RefundStatus'>): string => {
      switch (status) {
        case 'PENDING':
          return 'on its way';
        case 'COMPLETED':
          return 'paid back';
        case 'FAILED':
          return 'to be repeated';
        default:
          // A reader that wants a compile error for added values checks the remaining type.
          expectTypeOf(status).toEqualTypeOf<Unlisted>();
          return status;
      }
    };
  });

  it('narrows a union by its discriminator', () => {
    (transaction: Received<'TransactionOneOf'>) => {
      if (transaction.type !== 'OUTGOING') return undefined;
      expectTypeOf(transaction).toEqualTypeOf<Received<'OutgoingTransaction'>>();
      return transaction.status;
    };
  });

  it('includes an event of an unlisted type', () => {
    (event: ReceivedEvent) => {
      if (event.type === 'TEST') expectTypeOf(event.webhookId).toExtend<string>();
      else expectTypeOf(event.sequence).toEqualTypeOf<number | undefined>();
      expectTypeOf<Extract<ReceivedEvent, { readonly type: Unlisted }>>().toEqualTypeOf<UnlistedEvent>();
      // @ts-expect-error a misspelt type is found by the compiler
      return event.type === 'TESTS';
    };
  });
});

describe('a request type', () => {
  type Exact = paths['/quotes']['post']['requestBody']['content']['application/json'];
  type Sent = OpenPaths['/quotes']['post']['requestBody']['content']['application/json'];

  it('accepts the listed values and refuses a misspelt one', () => {
    expectTypeOf<Exact>().toExtend<Sent>();
    (body: Sent): Sent => ({
      ...body,
      // @ts-expect-error SENDING is misspelt
      lockedCurrencySide: 'SENDIN',
    });
  });

  it('accepts a value that was read from a response', () => {
    expectTypeOf<Received<'QuoteRequest'>>().toEqualTypeOf<Sent>();
    expectTypeOf<Received<'PlatformCurrencyConfig'>>().toExtend<
      NonNullable<
        OpenPaths['/config']['patch']['requestBody']['content']['application/json']['supportedCurrencies']
      >[number]
    >();
  });
});
