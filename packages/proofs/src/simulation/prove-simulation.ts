import { readWhole, tell } from '../../../command-line/src/run-command.ts';
import type { Proof } from '../launch/launch-proof.ts';
import { openStores } from '../launch/stores.ts';
import { type Part, simulate } from './simulate.ts';

/** The flags of a command line, as given. */
export interface SimulationFlags {
  readonly payments?: string | undefined;
  readonly cards?: boolean | undefined;
  readonly agents?: boolean | undefined;
  readonly wallets?: boolean | undefined;
  readonly seed?: string | undefined;
}

const names = {
  AGENTS: 'payments of agents',
  CARDS: 'transactions of cards',
  WALLETS: 'signatures of wallets',
} as const;

function partOf({ agents, cards, wallets }: SimulationFlags): Part | undefined {
  if (cards === true) return 'CARDS';
  if (agents === true) return 'AGENTS';
  return wallets === true ? 'WALLETS' : undefined;
}

/** Plays at random on its own stores, and reports the shortest failing walk. */
export async function proveSimulation(values: SimulationFlags): Promise<Proof> {
  const seed = readWhole('--seed', values.seed, Date.now() % 2 ** 31, 0);
  const payments = readWhole('--payments', values.payments, 10_000);
  const only = partOf(values);
  tell(`${payments} ${only === undefined ? 'payments' : names[only]} with --seed ${seed}`);
  const open = await openStores('sqlite', 'simulation');
  const start = performance.now();
  const report = await simulate({
    ...{ open, payments, only, seed },
    onProgress: (done) => tell(`  ${done} of ${payments}`),
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const { answers, transactions, failure, ...counts } = report;
  if (failure !== undefined) {
    tell(`BREACH ${failure.problem}`);
    tell(`${failure.steps.length} steps of the walk with --seed ${failure.seed} lead there:`);
    for (const step of failure.steps) tell(`  ${step}`);
  }
  tell(`${counts.requests} requests in ${seconds} s: ${JSON.stringify(answers)}`);
  tell(`${counts.payments} payments and ${counts.cardTransactions} of cards: ${JSON.stringify(transactions)}`);
  const holds = failure === undefined;
  const figures = { seed, seconds, ...counts, breaches: holds ? 0 : 1 };
  const text = `${holds ? 'Everything holds' : 'Something is broken'}; trace ${counts.trace}.\n`;
  return { holds, figures, text };
}
