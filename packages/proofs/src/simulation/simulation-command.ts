import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm simulation [flags]

Plays payments at random against a server whose clock stands still until it is moved: quotes on both locked
sides between many currencies, paid from accounts, paid in from outside, pulled from banks, sent to and received
from UMA addresses; executions, repeats, rushes, cancellations, deposits, held accounts; purchases with cards,
settled, changed, called off, given back and left to expire, while cards are frozen, closed and paid by another
account; agents that price, ask, transfer and pull while their policies change, they are paused and replaced, and
what waits is approved and rejected, each held against the sum of what it was allowed; and waits around the
moments at which something happens. After each walk it lets everything come to its end and checks the whole
store. The same seed takes the same steps, down to every id; of a walk that fails, the shortest part that still
fails is shown. Exit status: 0 when everything holds, 1 on a breach.

  --payments NUMBER  payments to begin (10000)
  --cards            plays cards only, and counts their transactions
  --agents           plays agents only, and counts their payments
  --wallets          plays embedded wallets only, and counts what their owners sign
  --seed NUMBER      which payments (the time); printed at the start
  --json             end with one line of figures on standard output
  --help             show this text
`;

const flags = {
  payments: { type: 'string' },
  cards: { type: 'boolean' },
  agents: { type: 'boolean' },
  wallets: { type: 'boolean' },
  seed: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('simulation', values, async () => {
  const { proveSimulation } = await import('./prove-simulation.ts');
  return proveSimulation(values);
});
