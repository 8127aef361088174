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

describe('what is read', () => {
  it('has open lists, and constants, ids and other values as they are', () => {
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

  it('is text wherever text is wanted, and narrows by comparison', () => {
    (quote: Received<'Quote'>) => {
      expectTypeOf(quote.status).toExtend<string>();
      if (quote.status === 'EXPIRED') expectTypeOf(quote.status).toEqualTypeOf<'EXPIRED'>();
      // @ts-expect-error a misspelt value is found by the compiler
      return quote.status === 'EXPIRD';
    };
  });

  it('needs a default in a switch, since values may be added', () => {
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

  it('keeps unions apart by their constants', () => {
    (transaction: Received<'TransactionOneOf'>) => {
      if (transaction.type !== 'OUTGOING') return undefined;
      expectTypeOf(transaction).toEqualTypeOf<Received<'OutgoingTransaction'>>();
      return transaction.status;
    };
  });

  it('may be an event of a type that is added later', () => {
    (event: ReceivedEvent) => {
      if (event.type === 'TEST') expectTypeOf(event.webhookId).toExtend<string>();
      expectTypeOf<Extract<ReceivedEvent, { readonly type: Unlisted }>>().toEqualTypeOf<UnlistedEvent>();
      // @ts-expect-error a misspelt type is found by the compiler
      return event.type === 'TESTS';
    };
  });
});

describe('what is sent', () => {
  type Exact = paths['/quotes']['post']['requestBody']['content']['application/json'];
  type Sent = OpenPaths['/quotes']['post']['requestBody']['content']['application/json'];

  it('takes what the interface has, and no value that is misspelt', () => {
    expectTypeOf<Exact>().toExtend<Sent>();
    (body: Sent): Sent => ({
      ...body,
      // @ts-expect-error SENDING is misspelt
      lockedCurrencySide: 'SENDIN',
    });
  });

  it('takes back what was read, whatever its lists have gained', () => {
    expectTypeOf<Received<'QuoteRequest'>>().toEqualTypeOf<Sent>();
    expectTypeOf<Received<'PlatformCurrencyConfig'>>().toExtend<
      NonNullable<
        OpenPaths['/config']['patch']['requestBody']['content']['application/json']['supportedCurrencies']
      >[number]
    >();
  });
});
