import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm races [flags]

Sends every two requests about the same account, card, agent, customer, wallet, business, consent, token or setting at
the same time, one to each of two servers on one PostgreSQL database. Each attempt is made on a fresh copy of one scene,
with a frozen clock. The answers and every row must be those of one of the two requests after the other, in one order
or the other; afterwards the store must be consistent. Exit status: 0 if everything holds, 1 on a breach.

  --pair TEXT   only pairs with this text in their name, such as "freeze the account"
  --plant NAME  afterwards, remove the lock of a statement of the server and show whether a pair detects it: all, or a
                text in the names of the statements
  --json        end with one line of figures on standard output
  --help        show this text
`;

const flags = {
  pair: { type: 'string' },
  plant: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('races', values, async () => {
  const { proveRaces } = await import('./prove-races.ts');
  return proveRaces(values);
});
