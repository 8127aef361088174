import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm failover [flags]

Starts a PostgreSQL primary and a standby with synchronous streaming replication, a front that forwards connections to
the writable one, and processes of the server behind it. Kills the primary with SIGKILL under the load of payments,
promotes the standby, and proves that no acknowledged payment is lost, nothing happened twice, and every process pays
again within ten seconds of the promotion without a restart. Requires Linux and PostgreSQL. Exit status: 0 if every
guarantee holds, 1 on a breach.

  --clients NUMBER   clients that pay at the same time (8)
  --processes NUMBER processes of the server (2)
  --seed NUMBER      selects payments and kills; printed at the start (default: the time)
  --front NAME       haproxy or own, a small one of this program (haproxy if it is installed)
  --asynchronous     replicates asynchronously and disconnects the standby before the kill: the proof must fail, which
                     shows that it detects lost payments
  --keep             keep the folder of the run, and print its path
  --json             end with one line of figures on standard output
  --help             show this text
`;

const flags = {
  clients: { type: 'string' },
  processes: { type: 'string' },
  seed: { type: 'string' },
  front: { type: 'string' },
  asynchronous: { type: 'boolean' },
  keep: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('failover', values, async () => {
  const { proveFailover } = await import('./prove-failover.ts');
  return proveFailover(values);
});
