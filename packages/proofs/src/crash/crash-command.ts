import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';
import { faultNames } from './fault-names.ts';
import { disturbanceNames, knownDisturbances } from './known-disturbances.ts';

const help = `Usage: pnpm crash [flags]

Kills the server with SIGKILL in the middle of load, again and again, and proves afterwards that nothing
was lost and nothing happened twice: clients write down what they mean to do before they send it, retry
under the same Idempotency-Key until they are answered, and a receiver writes down every webhook; all of it
is then held against the store. Exit status: 0 when every promise holds, 1 on a breach.

With --fault, it is not the server that is killed: what it stands on is disturbed under load, and no process
may die, lose or double anything, answer anything but 503 with Retry-After meanwhile, or take more than five
seconds to work again once everything is there.

  --fault NAME,NAME  in turns: ${disturbanceNames.map((name) => `${name}, ${knownDisturbances[name].does}`).join(';\n                     ')};
                     all, every one that the engine knows and that can be made here
  --processes NUMBER processes of the server on one database, with --fault (2 on postgres, 1 on sqlite)
  --rounds NUMBER    kills, or faults (20)
  --clients NUMBER   clients that pay at the same time (16)
  --seed NUMBER      when to kill and what to pay; printed at the start (the time)
  --engine NAME      sqlite or postgres (sqlite)
  --plant NAME       afterwards, plant a fault in a copy of the data and show that the checks see it: all, or one of
                     ${faultNames.join(', ')}
  --keep             leave the folder of the run behind, and say where it is
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
