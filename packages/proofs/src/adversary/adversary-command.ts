import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';
import { chapterRequests } from './chapters.ts';
import { plantNames } from './plant-names.ts';

const help = `Usage: pnpm adversary [flags]

Attacks a server of its own, on loopback and nowhere else. Every operation of the specification gets requests at
random: half of them valid, about things that are there, three in ten with one change, two in ten as damaged bytes.
No answer may be a fault, late, undeclared in its status, its headers or its body,
or give back what was sent; and afterwards the store has to hold. The same seed sends the same requests. Exit
status: 0 when everything holds, 1 on a breach.

  --requests NUMBER      requests of each operation (${5 * chapterRequests})
  --seed NUMBER          which requests; printed at the start (the time)
  --operation NAME,NAME  only these operations, by their operationId
  --engine NAME          sqlite or postgres (sqlite)
  --hang MS              how long an answer may take (2000)
  --plant NAME           afterwards, plant a mistake in the server and show that it is seen: all, or one of
                         ${plantNames.join(', ')}
  --json                 end with one line of figures on standard output
  --help                 show this text

A breach is told with the seed of its chapter: --seed THAT --requests ${chapterRequests} finds it again.
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
