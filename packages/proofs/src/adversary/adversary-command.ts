import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';
import { chapterRequests } from './chapters.ts';
import { plantNames } from './plant-names.ts';

const help = `Usage: pnpm adversary [flags]

Attacks its own server, on loopback only. Every operation of the specification gets random requests: half of them
valid and about existing resources, three in ten with one change, two in ten as damaged bytes. A response must not
be a fault, late, undeclared in its status, headers or body, or repeat what was sent; afterwards the store must be
consistent. The same seed sends the same requests. Exit status: 0 if everything holds, 1 on a breach.

  --requests NUMBER      requests per operation (${5 * chapterRequests})
  --seed NUMBER          selects the requests; printed at the start (default: the time)
  --operation NAME,NAME  only these operations, by their operationId
  --engine NAME          sqlite or postgres (sqlite)
  --hang MS              time limit for a response (2000)
  --plant NAME           afterwards, plant a mistake in the server and show that it is detected: all, or one of
                         ${plantNames.join(', ')}
  --json                 end with one line of figures on standard output
  --help                 show this text

A breach is reported with the seed of its chapter: --seed THAT --requests ${chapterRequests} reproduces it.
`;

const flags = {
  requests: { type: 'string' },
  seed: { type: 'string' },
  operation: { type: 'string' },
  engine: { type: 'string', default: 'sqlite' },
  hang: { type: 'string' },
  plant: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('adversary', values, async () => {
  const { proveAdversary } = await import('./prove-adversary.ts');
  return proveAdversary(values);
});
