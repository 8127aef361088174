import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';
import type { Command } from 'commander';
import { dataFolder, findAccess } from '../connection/access.ts';
import { platformClient } from '../connection/clients.ts';
import { readDuration, readMoment } from '../connection/times.ts';
import { commonFlags } from '../operations/perform-operation.ts';
import { UnusableCommand } from '../refusals.ts';
import { withServer } from '../server-commands.ts';
import type { Surroundings } from '../surroundings.ts';

type ClockState = Received<'SandboxClock'>;
type ClockAdvance = Received<'SandboxClockAdvance'>;
type ClockActivity = ClockAdvance['happened'][number];

const rewindHelp = `
Without a time the copy keeps the moment. The place is a new folder, or with DATABASE_URL the postgres:// address of a new
database. What has happened later stays in the copy, whose clock stands still. It has no webhook endpoint, so that nobody
is told anything twice. It works on the data of a server, so it takes the package of the server.
`;

/** The state of the clock in one line. */
function describeState({ now, scale, isFrozen }: ClockState): string {
  const speed = scale === 1 ? 'at real speed' : `${scale} times as fast as real time`;
  return `The clock shows ${now}, ${isFrozen ? `frozen (when it runs, it runs ${speed})` : speed}.`;
}

function describeHappening(happening: ClockActivity): string {
  const { at, type, resourceId } = happening;
  if (happening.kind !== 'DELIVERY') return `${at}  event     ${type}  ${resourceId}`;
  return `${at}  delivery  ${type}  ${resourceId}  attempt ${happening.attempt}: ${happening.statusCode ?? 'no answer'}`;
}

function describeAdvance(advance: ClockAdvance): string {
  const { happened, omittedCount, from, now, to, isComplete } = advance;
  return [
    ...happened.map(describeHappening),
    ...(omittedCount > 0 ? [`… and ${omittedCount} more`] : []),
    `The clock has moved from ${from} to ${now}${isComplete ? '.' : `, not to ${to}: work that is due there cannot be done.`}`,
  ].join('\n');
}

/** The target of an advance: a duration or a moment; `undefined` if neither is given. */
function aimOf(time: string | undefined, to: string | undefined): { durationMs: number } | { to: string } | undefined {
  if (time !== undefined && to !== undefined) throw new UnusableCommand('Give either a time or --to, not both.');
  if (to !== undefined) return { to: readMoment(to) };
  return time === undefined ? undefined : { durationMs: readDuration(time) };
}

/** One request advances for a bounded time, so the next request continues from where it stopped. */
async function advance(client: PaymentsClient, aim: { durationMs: number } | { to: string }): Promise<ClockAdvance> {
  const ask = (body: { seconds: number } | { to: string }): Promise<ClockAdvance> =>
    orThrow(client.POST('/sandbox/clock/advance', { body }));
  const first = await ask('to' in aim ? aim : { seconds: aim.durationMs / 1_000 });
  let whole = first;
  while (!whole.isComplete) {
    const next = await ask({ to: whole.to });
    const happened = [...whole.happened, ...next.happened];
    whole = { ...next, from: first.from, happened, omittedCount: whole.omittedCount + next.omittedCount };
    if (next.now === next.from) break;
  }
  return whole;
}

function scaleOf(text: string): number {
  const scale = Number(text);
  if (Number.isSafeInteger(scale) && scale >= 1) return scale;
  throw new UnusableCommand(`scale must be a whole number of at least 1, not "${text}".`);
}

/** Quotes a word for a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

interface RewindFlags {
  readonly to?: string;
  readonly copyTo?: string;
  readonly platform: string;
  readonly keepWebhooks?: boolean;
}

/** Sets the clock of a copy back. Works on the machine that has the data. */
async function rewind(time: string | undefined, command: Command, surroundings: Surroundings): Promise<void> {
  const { to, copyTo, platform: platformId, keepWebhooks } = command.opts<RewindFlags>();
  const { json, color: _color, ...target } = commonFlags(command);
  if (copyTo === undefined)
    throw new UnusableCommand('The clock can only go back on a copy. Name its location with --copy-to.');
  const databaseUrl = surroundings.environment['DATABASE_URL'] || undefined;
  const back = aimOf(time, to);
  const place = { dataFolder: dataFolder(target, surroundings), databaseUrl, copyTo };
  const { rewound, program } = await withServer(surroundings.signal, async (server) => ({
    rewound: await server.rewindCopy({ ...place, back, platformId, keepsWebhooks: keepWebhooks === true }),
    program: server.programNames.server,
  }));
  const { now, laterEvents, laterTransactions } = rewound;
  const copy = quoted(copyTo);
  const start = databaseUrl === undefined ? `${program} --data ${copy}` : `DATABASE_URL=${copy} ${program}`;
  const words = [
    `The clock of the copy shows ${now} and is frozen; \`payments clock run\` starts it.`,
    ...(laterEvents + laterTransactions > 0
      ? [`The copy keeps later records: ${laterTransactions} transactions, ${laterEvents} events.`]
      : []),
    `Open it with: ${start}`,
  ];
  surroundings.print(json === true ? JSON.stringify({ ...rewound, copy: copyTo }) : words.join('\n'));
}

/** Reads and moves the clock of a sandbox. */
export function addClock(program: Command, surroundings: Surroundings): void {
  const clock = program
    .command('clock')
    .summary('read and move the clock of a sandbox')
    .description('Reads and moves the clock of a sandbox.');
  const clientOf = (command: Command): PaymentsClient => {
    const { json: _json, color: _color, ...target } = commonFlags(command);
    return platformClient(findAccess(target, surroundings), surroundings);
  };
  const show = (command: Command, value: object, words: string): void =>
    surroundings.print(commonFlags(command).json === true ? JSON.stringify(value) : words);
  const change = async (command: Command, body: { isFrozen: boolean } | { scale: number }): Promise<void> => {
    const state = await orThrow(clientOf(command).PATCH('/sandbox/clock', { body }));
    show(command, state, describeState(state));
  };

  const shown = clock.command('show', { isDefault: true }).description('Shows the time and the speed of the clock.');
  // Unknown subcommands reach this action.
  shown.allowExcessArguments().action(async () => {
    const [word] = shown.args;
    if (word !== undefined) {
      const names = clock.commands.map((each) => each.name()).join(', ');
      throw new UnusableCommand(`"${word}" is not a command of the clock. Commands: ${names}.`);
    }
    const state = await orThrow(clientOf(shown).GET('/sandbox/clock'));
    show(shown, state, describeState(state));
  });
  const freeze = clock.command('freeze').description('Stops it.');
  freeze.action(() => change(freeze, { isFrozen: true }));
  const run = clock.command('run').description('Lets the clock run if it is frozen.');
  run.action(() => change(run, { isFrozen: false }));
  const scale = clock
    .command('scale')
    .argument('<number>')
    .description('Sets the speed of the clock, as a multiple of real time.');
  scale.action((times: string) => change(scale, { scale: scaleOf(times) }));
  const advanced = clock
    .command('advance')
    .description('Advances the clock, and does the work that becomes due.')
    .argument('[time]', '90s, 15m, 2h, 1d12h, 1w')
    .option('--to <moment>', 'advance to a moment: 2025-01-31 or 2025-01-31T10:00:00Z');
  advanced.action(async (time: string | undefined) => {
    const aim = aimOf(time, advanced.opts<{ readonly to?: string }>().to);
    if (aim === undefined) throw new UnusableCommand('Give a time to advance by, such as 2d, or --to MOMENT.');
    const came = await advance(clientOf(advanced), aim);
    show(advanced, came, describeAdvance(came));
  });
  addRewind(clock, surroundings);
}

function addRewind(clock: Command, surroundings: Surroundings): void {
  const rewound = clock
    .command('rewind')
    .description('Copies the data of a sandbox and sets the clock of the copy back.')
    .argument('[time]', 'how far back: 90s, 15m, 2h, 1d12h, 1w')
    .option('--to <moment>', 'back to a moment')
    .option('--copy-to <place>', 'location of the copy')
    .option('--platform <name>', 'the platform whose clock is set back', 'local')
    .option('--keep-webhooks', 'keep the webhook endpoint in the copy')
    .addHelpText('after', rewindHelp);
  rewound.action((time: string | undefined) => rewind(time, rewound, surroundings));
}
