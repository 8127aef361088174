import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { readWhole, runScript, tell } from '../../../command-line/src/run-command.ts';
import type { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';

const help = `Usage: pnpm simulation [flags]

Plays payments at random against a server whose clock stands still until it is moved: quotes on both locked
sides between many currencies, paid from accounts, paid in from outside, pulled from banks, sent to and received
from UMA addresses; executions, repeats, rushes, cancellations, deposits, held accounts; purchases with cards,
settled, changed, called off, given back and left to expire, while cards are frozen, closed and paid by another
account; and waits around the moments at which something happens. After each walk it lets everything come to its
end and checks the whole store. The same seed takes the same steps, down to every id; of a walk that fails, the
shortest part that still fails is shown. Exit status: 0 when everything holds, 1 on a breach.

  --payments NUMBER  payments to begin (10000)
  --cards            plays cards only, and counts their transactions
  --seed NUMBER      which payments (the time); printed at the start
  --json             end with one line of figures on standard output
  --help             show this text
`;

const flags = {
  payments: { type: 'string' },
  cards: { type: 'boolean' },
  seed: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

await runScript('simulation', async () => {
  const seed = readWhole('--seed', values.seed, Date.now() % 2 ** 31, 0);
  const payments = readWhole('--payments', values.payments, 10_000);
  const isOfCards = values.cards === true;
  tell(`${payments} ${isOfCards ? 'transactions of cards' : 'payments'} with --seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'payments-simulation-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { simulate } = await import('./simulate.ts');
  const { SqliteDatabase } = await import('../../../server/src/ground/database/sqlite-database.ts');
  let stores = 0;
  const open = async (): Promise<SqliteDatabase> => {
    stores += 1;
    return SqliteDatabase.open(join(folder, `${stores}.sqlite`));
  };
  const start = performance.now();
  const report = await simulate({
    ...{ open, payments, isOfCards, seed },
    onProgress: (done) => tell(`  ${done} of ${payments}`),
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const { answers, transactions, failure, ...figures } = report;
  if (failure !== undefined) {
    tell(`BREACH ${failure.problem}`);
    tell(`${failure.steps.length} steps of the walk with --seed ${failure.seed} lead there:`);
    for (const step of failure.steps) tell(`  ${step}`);
  }
  tell(`${figures.requests} requests in ${seconds} s: ${JSON.stringify(answers)}`);
  tell(`${figures.payments} payments and ${figures.cardTransactions} of cards: ${JSON.stringify(transactions)}`);
  const line = { seed, seconds, ...figures, breaches: failure === undefined ? 0 : 1 };
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(line)}\n`
      : `${failure === undefined ? 'Everything holds' : 'Something is broken'}; trace ${figures.trace}.\n`,
  );
  return failure === undefined ? 0 : 1;
});
