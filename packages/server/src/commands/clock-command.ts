import { parseArgs } from 'node:util';
import { type Instant, plusMs } from '../ground/clock/instant.ts';
import type { Database } from '../ground/database/database.ts';
import { readFlags, UnusableOptions } from '../start/read-flags.ts';
import { describeHappening, describeState } from './clock-report.ts';
import { copyDatabase, copyFolder } from './copy-data.ts';
import { readDuration, readMoment } from './duration.ts';
import { rewind } from './rewind.ts';
import { type ClockAdvance, type ClockState, createSandboxCaller, type SandboxCaller } from './sandbox-caller.ts';

const help = `Usage: npm run clock -- [command] [flags]

Reads and moves the clock of a running sandbox.

  show               what it shows and how fast it runs (the default)
  freeze             stop it
  run                let it run on
  scale NUMBER       let it run NUMBER times as fast as real time
  advance TIME       let time pass, and do what becomes due on the way: 90s, 15m, 2h, 1d12h, 1w
  advance --to MOMENT
                     the same until a moment: 2025-01-31 or 2025-01-31T10:00:00Z
  rewind TIME --copy-to PLACE
  rewind --to MOMENT --copy-to PLACE
                     copy the data and set the clock of the copy back, where it stands still; without TIME and
                     MOMENT the copy keeps the moment. PLACE is a new folder, or with DATABASE_URL the postgres://
                     address of a new database. What has happened later stays in the copy. It has no webhook
                     endpoint, so that nobody is told anything twice

  --url ADDRESS      base URL of the sandbox (PAYMENTS_URL, default http://127.0.0.1:4020/2025-10-13)
  --data FOLDER      data folder of the sandbox, for its credentials (PAYMENTS_DATA, default .data);
                     PAYMENTS_TOKEN_ID and PAYMENTS_TOKEN_SECRET replace them
  --platform NAME    the platform whose clock goes back in the copy (default local)
  --keep-webhooks    let the copy keep the webhook endpoint
  --json             print one line of JSON
  --help             show this text
`;

const flags = {
  to: { type: 'string' },
  'copy-to': { type: 'string' },
  'keep-webhooks': { type: 'boolean' },
  platform: { type: 'string' },
  url: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function fail(error: unknown): never {
  process.stderr.write(`clock: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function read() {
  try {
    return readFlags(() => parseArgs({ options: flags, allowPositionals: true }));
  } catch (error) {
    return fail(error);
  }
}

const { values, positionals } = read();
const [command = 'show', operand, ...rest] = positionals;

const dataFolder = values.data ?? process.env['PAYMENTS_DATA'] ?? '.data';

function print(value: object, lines: readonly string[]): void {
  process.stdout.write(values.json === true ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
}

function showState(state: ClockState): void {
  print(state, [`The clock shows ${describeState(state)}.`]);
}

/** The moment that the command names, from what the clock shows; `sign` says in which direction a time goes. */
function aimOf(sign: 1 | -1): ((now: Instant) => Instant) | undefined {
  if (operand !== undefined && values.to !== undefined)
    throw new UnusableOptions('Name either a time or --to, not both.');
  if (values.to !== undefined) {
    const moment = readMoment(values.to);
    return () => moment;
  }
  if (operand === undefined) return undefined;
  const durationMs = readDuration(operand);
  return (now) => plusMs(now, sign * durationMs);
}

/** One request takes a bounded time; the next one goes on where it ended. */
async function advance(caller: SandboxCaller): Promise<void> {
  const aim = aimOf(1);
  if (aim === undefined) throw new UnusableOptions('Name how far to advance: a time such as 2d, or --to MOMENT.');
  const first = await caller.advance(values.to === undefined ? secondsTo(aim) : { to: aim('') });
  let whole: ClockAdvance = first;
  while (!whole.isComplete) {
    const next = await caller.advance({ to: whole.to });
    whole = {
      ...next,
      from: first.from,
      happened: [...whole.happened, ...next.happened],
      omittedCount: whole.omittedCount + next.omittedCount,
    };
    if (next.now === next.from) break;
  }
  print(whole, [
    ...whole.happened.map(describeHappening),
    ...(whole.omittedCount > 0 ? [`… and ${whole.omittedCount} more`] : []),
    `The clock has moved from ${whole.from} to ${whole.now}${whole.isComplete ? '.' : `, and not to ${whole.to}: something cannot be done.`}`,
  ]);
}

function secondsTo(aim: (now: Instant) => Instant): { seconds: number } {
  const start = '2000-01-01T00:00:00.000Z';
  return { seconds: (Date.parse(aim(start)) - Date.parse(start)) / 1_000 };
}

async function goBack(): Promise<void> {
  const place = values['copy-to'];
  if (place === undefined) throw new UnusableOptions('Time goes back on a copy only: name its place with --copy-to.');
  const aim = aimOf(-1) ?? ((now) => now);
  const databaseUrl = process.env['DATABASE_URL'];
  const copy: Database =
    databaseUrl === undefined ? await copyFolder(dataFolder, place) : await copyDatabase(databaseUrl, place);
  try {
    const rewound = await rewind(copy, {
      platformId: values.platform ?? 'local',
      aim,
      keepsWebhooks: values['keep-webhooks'] === true,
    });
    const { now, laterEvents, laterTransactions } = rewound;
    const start = databaseUrl === undefined ? `npm start -- --data ${place}` : `DATABASE_URL=${place} npm start`;
    print({ ...rewound, copy: place }, [
      `The clock of the copy shows ${now} and stands still; "npm run clock -- run" lets it run.`,
      ...(laterEvents + laterTransactions > 0
        ? [`What has happened later stays in it: ${laterTransactions} transactions, ${laterEvents} events.`]
        : []),
      `Open it with: ${start}`,
    ]);
  } finally {
    await copy.close();
  }
}

function readScale(): number {
  const scale = Number(operand ?? '');
  if (Number.isSafeInteger(scale) && scale >= 1) return scale;
  throw new UnusableOptions(`scale takes a whole number from 1, not "${operand ?? ''}".`);
}

async function main(): Promise<void> {
  if (rest.length > 0) throw new UnusableOptions(`There is one word too many: ${rest.join(' ')}.`);
  if (command === 'rewind') {
    await goBack();
    return;
  }
  const port = process.env['PORT'] ?? '4020';
  const baseUrl = values.url ?? process.env['PAYMENTS_URL'] ?? `http://127.0.0.1:${port}/2025-10-13`;
  const caller = createSandboxCaller({ baseUrl, dataFolder });
  if (command === 'show') showState(await caller.read());
  else if (command === 'freeze') showState(await caller.change({ isFrozen: true }));
  else if (command === 'run') showState(await caller.change({ isFrozen: false }));
  else if (command === 'scale') showState(await caller.change({ scale: readScale() }));
  else if (command === 'advance') await advance(caller);
  else throw new UnusableOptions(`There is no command ${command}. --help shows them.`);
}

if (values.help === true) process.stdout.write(help);
else await main().catch(fail);
