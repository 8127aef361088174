import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm simulation [flags]

Makes random payments on a server whose clock is frozen until it is moved: quotes on both locked sides between many
currencies, paid from accounts, funded from outside, debited from banks, sent to and received from UMA addresses;
executions, repeats, concurrent requests, cancellations, deposits, frozen accounts; purchases with cards, settled,
changed, reversed, returned and left to expire, while cards are frozen, closed and get another funding account;
agents that quote, request, transfer and debit while their policies change, they are paused and replaced, and
pending actions are approved and rejected, each checked against the sum of what it was allowed; and waits around
the times of these events. After each walk it lets everything end and checks the whole store. The same seed gives
the same steps, down to every id; a failing walk is reduced to its shortest failing part. Exit status: 0 if
everything holds, 1 on a breach.

  --payments NUMBER  payments to start (10000)
  --cards            only cards; counts their transactions
  --agents           only agents; counts their payments
  --wallets          only embedded wallets; counts the requests that their owners sign
  --seed NUMBER      selects the payments; printed at the start (default: the time)
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
