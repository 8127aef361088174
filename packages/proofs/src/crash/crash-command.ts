import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';
import { faultNames } from './fault-names.ts';
import { disturbanceNames, knownDisturbances } from './known-disturbances.ts';

const help = `Usage: pnpm crash [flags]

Kills the server with SIGKILL under load, repeatedly, and then proves that nothing was lost and nothing happened
twice: clients record each request before they send it and retry it with the same Idempotency-Key until there is a
response, and a receiver records every webhook; all records are compared with the store. Exit status: 0 if every
guarantee holds, 1 on a breach.

With --fault, the infrastructure of the server is disturbed under load instead. No process may die, lose or double
anything, return anything but 503 with Retry-After meanwhile, or need more than five seconds to work again once the
infrastructure is back.

  --fault NAME,NAME  in turn: ${disturbanceNames.map((name) => `${name}, ${knownDisturbances[name].does}`).join(';\n                     ')};
                     all selects every one that the engine and this machine support
  --processes NUMBER processes of the server on one database, with --fault (2 on postgres, 1 on sqlite)
  --rounds NUMBER    number of kills or faults (20)
  --clients NUMBER   clients that pay at the same time (16)
  --seed NUMBER      selects kills and payments; printed at the start (default: the time)
  --engine NAME      sqlite or postgres (sqlite)
  --plant NAME       afterwards, plant a fault in a copy of the data and show that the checks detect it: all, or one of
                     ${faultNames.join(', ')}
  --keep             keep the folder of the run, and print its path
  --json             end with one line of figures on standard output
  --help             show this text
`;

const flags = {
  fault: { type: 'string' },
  processes: { type: 'string' },
  rounds: { type: 'string' },
  clients: { type: 'string' },
  seed: { type: 'string' },
  engine: { type: 'string', default: 'sqlite' },
  plant: { type: 'string' },
  keep: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('crash', values, async () => {
  const { proveCrash } = await import('./prove-crash.ts');
  return proveCrash(values);
});
