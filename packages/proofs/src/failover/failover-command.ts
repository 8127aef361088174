import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm failover [flags]

Starts a PostgreSQL primary and a standby that streams from it, with synchronous replication, a front that sends
connections to the one that takes writes, and processes of the server behind it. Kills the primary with SIGKILL under
the load of payments, promotes the standby, and proves that no acknowledged payment is lost, nothing happened twice, and
every process pays again within ten seconds of the promotion without being started again. Needs Linux and PostgreSQL.
Exit status: 0 when every promise holds, 1 on a breach.

  --clients NUMBER   clients that pay at the same time (8)
  --processes NUMBER processes of the server (2)
  --seed NUMBER      what to pay and when to kill; printed at the start (the time)
  --front NAME       haproxy or own, a small one of this program (haproxy where it is installed)
  --asynchronous     replicates without waiting and cuts the standby off before the kill: the proof has to fail, which
                     shows that it sees lost payments
  --keep             leave the folder of the run behind, and say where it is
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
