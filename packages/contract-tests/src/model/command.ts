import fc from 'fast-check';

/** What a run can do next. Numbers pick among what there is then, so that any of them always means something. */
export type Command =
  | { readonly kind: 'FUND'; readonly account: number; readonly amount: number }
  | {
      readonly kind: 'QUOTE';
      readonly source: number;
      readonly destination: number;
      readonly side: 'SENDING' | 'RECEIVING';
      readonly amount: number;
      readonly isImmediate: boolean;
    }
  | {
      readonly kind: 'FUNDED_QUOTE' | 'PULL';
      readonly source: number;
      readonly destination: number;
      readonly side: 'SENDING' | 'RECEIVING';
      readonly amount: number;
    }
  | { readonly kind: 'PAY_IN'; readonly payment: number; readonly difference: number }
  | { readonly kind: 'EXECUTE'; readonly payment: number; readonly isRepeated: boolean }
  | { readonly kind: 'WAIT'; readonly durationMs: number };

const second = 1_000;
const minute = 60 * second;

/** Around the moments at which something happens: settlement, refund, return, a slow bank, expiry. */
const waits = [1, second, 2 * second - 1, 2 * second, 3 * second, 5 * second, 5 * minute - 1, 5 * minute, 6 * minute];

const pick = fc.nat({ max: 99 });
const amount = fc.integer({ min: 100, max: 60_000 });

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('FUND' as const), account: pick, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('QUOTE' as const),
      source: pick,
      destination: pick,
      side: fc.constantFrom('SENDING' as const, 'RECEIVING' as const),
      amount,
      isImmediate: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('FUNDED_QUOTE' as const, 'PULL' as const),
      source: pick,
      destination: pick,
      side: fc.constantFrom('SENDING' as const, 'RECEIVING' as const),
      amount,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('PAY_IN' as const),
      payment: pick,
      difference: fc.constantFrom(0, 0, 0, 1, -1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('EXECUTE' as const), payment: pick, isRepeated: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('WAIT' as const), durationMs: fc.constantFrom(...waits) }) },
);

export const commands = fc.array(command, { minLength: 1, maxLength: 16 });
