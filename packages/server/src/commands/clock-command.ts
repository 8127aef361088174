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

type Flags = ReturnType<typeof readClockFlags>['values'];

/** One command, and where it runs. */
interface Command {
  readonly name: string;
  readonly operand: string | undefined;
  readonly values: Flags;
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

function readClockFlags(words: readonly string[]) {
  return readFlags(() => parseArgs({ args: [...words], options: flags, allowPositionals: true }));
}

function shown({ values }: Command, value: object, lines: readonly string[]): string {
  return values.json === true ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`;
}

function showState(command: Command, state: ClockState): string {
  return shown(command, state, [`The clock shows ${describeState(state)}.`]);
}

/** The moment that the command names, from what the clock shows; `sign` says in which direction a time goes. */
function aimOf({ operand, values }: Command, sign: 1 | -1): ((now: Instant) => Instant) | undefined {
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
async function advance(command: Command, caller: SandboxCaller): Promise<string> {
  const { values } = command;
  const aim = aimOf(command, 1);
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
  return shown(command, whole, [
    ...whole.happened.map(describeHappening),
    ...(whole.omittedCount > 0 ? [`… and ${whole.omittedCount} more`] : []),
    `The clock has moved from ${whole.from} to ${whole.now}${whole.isComplete ? '.' : `, and not to ${whole.to}: something cannot be done.`}`,
  ]);
}

function secondsTo(aim: (now: Instant) => Instant): { seconds: number } {
  const start = '2000-01-01T00:00:00.000Z';
  return { seconds: (Date.parse(aim(start)) - Date.parse(start)) / 1_000 };
}

async function goBack(command: Command): Promise<string> {
  const { values, dataFolder, environment } = command;
  const place = values['copy-to'];
  if (place === undefined) throw new UnusableOptions('Time goes back on a copy only: name its place with --copy-to.');
  const aim = aimOf(command, -1) ?? ((now) => now);
  const databaseUrl = environment['DATABASE_URL'];
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
    return shown(command, { ...rewound, copy: place }, [
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

function readScale(operand = ''): number {
  const scale = Number(operand);
  if (Number.isSafeInteger(scale) && scale >= 1) return scale;
  throw new UnusableOptions(`scale takes a whole number from 1, not "${operand}".`);
}

/** Does what the words after its name say, and returns what is printed. */
export async function answerClock(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { values, positionals } = readClockFlags(words);
  if (values.help === true) return help;
  const [name = 'show', operand, ...rest] = positionals;
  if (rest.length > 0) throw new UnusableOptions(`There is one word too many: ${rest.join(' ')}.`);
  const dataFolder = values.data ?? environment['PAYMENTS_DATA'] ?? '.data';
  const command = { name, operand, values, dataFolder, environment };
  return name === 'rewind' ? goBack(command) : ask(command);
}

async function ask(command: Command): Promise<string> {
  const { name, operand, values, dataFolder, environment } = command;
  const port = environment['PORT'] ?? '4020';
  const baseUrl = values.url ?? environment['PAYMENTS_URL'] ?? `http://127.0.0.1:${port}/2025-10-13`;
  const caller = createSandboxCaller({ baseUrl, dataFolder });
  if (name === 'show') return showState(command, await caller.read());
  if (name === 'freeze') return showState(command, await caller.change({ isFrozen: true }));
  if (name === 'run') return showState(command, await caller.change({ isFrozen: false }));
  if (name === 'scale') return showState(command, await caller.change({ scale: readScale(operand) }));
  if (name === 'advance') return advance(command, caller);
  throw new UnusableOptions(`There is no command ${name}. --help shows them.`);
}

if (import.meta.main) {
  try {
    process.stdout.write(await answerClock(process.argv.slice(2), process.env));
  } catch (error) {
    process.stderr.write(`clock: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
