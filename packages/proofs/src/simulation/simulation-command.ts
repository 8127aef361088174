import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { readWhole, runScript, tell } from '../../../command-line/src/run-command.ts';
import { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';
import { live } from './simulate.ts';

const help = `Usage: pnpm lives [flags]

Plays payments at random against a server whose clock stands still until it is moved: quotes on both locked
sides between many currencies, paid from accounts, paid in from outside, pulled from banks, sent to and received
from UMA addresses; executions, repeats, rushes, cancellations, deposits, held accounts, and waits around the
moments at which something happens. Then it lets everything come to its end and checks the whole store. The
same seed plays the same lives, down to every id. Exit status: 0 when everything holds, 1 on a breach.

  --lives NUMBER   payments to begin (10000)
  --seed NUMBER    which lives (the time); printed at the start
  --json           end with one line of figures on standard output
  --help           show this text
`;

const flags = {
  lives: { type: 'string' },
  seed: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await runScript('lives', async () => {
  const seed = readWhole('--seed', values.seed, Date.now() % 2 ** 31, 0);
  const lives = readWhole('--lives', values.lives, 10_000);
  tell(`${lives} lives with --seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'payments-lives-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = SqliteDatabase.open(join(folder, 'lives.sqlite'));
  const start = performance.now();
  const report = await live(database, { lives, seed, onProgress: (done) => tell(`  ${done} of ${lives}`) });
  await database.close();
  const seconds = Math.round((performance.now() - start) / 1000);
  for (const breach of report.breaches) tell(`BREACH ${breach}`);
  const { answers, transactions, ...figures } = report;
  tell(`${figures.requests} requests in ${seconds} s: ${JSON.stringify(answers)}`);
  tell(`${figures.lives} payments: ${JSON.stringify(transactions)}`);
  const line = { seed, seconds, ...figures, breaches: report.breaches.length };
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(line)}\n`
      : `${report.breaches.length === 0 ? 'Everything holds' : 'Something is broken'}; trace ${figures.trace}.\n`,
  );
  return report.breaches.length === 0 ? 0 : 1;
});
