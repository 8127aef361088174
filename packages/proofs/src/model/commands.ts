import fc from 'fast-check';
import { type Step, stepOf } from '../walk/walk.ts';
import type { Command } from './command.ts';
import type { Run } from './run.ts';

const second = 1_000;
const minute = 60 * second;

/** Around the times of events: settlement, refund, return, a slow bank, expiry. */
const waits = [1, second, 2 * second - 1, 2 * second, 3 * second, 5 * second, 5 * minute - 1, 5 * minute, 6 * minute];

const pick = fc.nat({ max: 99 });
const amount = fc.integer({ min: 100, max: 60_000 });

const side = fc.constantFrom('SENDING' as const, 'RECEIVING' as const);
const ends = { source: pick, destination: pick, side, amount };

function commandOf(name: Command['kind'], weight: number, choices: fc.Arbitrary<Command>): Step<Run> {
  return stepOf(name, weight, choices, (run: Run, command) => run.apply(command));
}

const kind = <Kind extends Command['kind']>(name: Kind): fc.Arbitrary<Kind> => fc.constant(name);
const difference = fc.constantFrom(0, 0, 0, 1, -1);
const percent = fc.constantFrom(0, 30, 50, 100, 100, 120, 300);
const about = { purchase: pick, percent };
const durationMs = fc.constantFrom(...waits);

export const commands: readonly Step<Run>[] = [
  commandOf('FUND', 2, fc.record({ kind: kind('FUND'), account: pick, amount })),
  commandOf('QUOTE', 8, fc.record({ kind: kind('QUOTE'), ...ends, isImmediate: fc.boolean() })),
  commandOf('FUNDED_QUOTE', 3, fc.record({ kind: kind('FUNDED_QUOTE'), ...ends })),
  commandOf('PULL', 3, fc.record({ kind: kind('PULL'), ...ends })),
  commandOf('PAY_IN', 6, fc.record({ kind: kind('PAY_IN'), payment: pick, difference })),
  commandOf('EXECUTE', 8, fc.record({ kind: kind('EXECUTE'), payment: pick, isRepeated: fc.boolean() })),
  commandOf('BUY', 4, fc.record({ kind: kind('BUY'), amount })),
  commandOf('CLEAR', 6, fc.record({ kind: kind('CLEAR'), ...about })),
  commandOf('ADVISE', 2, fc.record({ kind: kind('ADVISE'), ...about })),
  commandOf('GIVE_BACK', 3, fc.record({ kind: kind('GIVE_BACK'), ...about })),
  commandOf('CALL_OFF', 1, fc.record({ kind: kind('CALL_OFF'), ...about })),
  commandOf('WAIT', 6, fc.record({ kind: kind('WAIT'), durationMs })),
];
