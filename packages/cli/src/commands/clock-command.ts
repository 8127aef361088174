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
type Happening = ClockAdvance['happened'][number];

const rewindHelp = `
Without a time the copy keeps the moment. The place is a new folder, or with DATABASE_URL the postgres:// address of a new
database. What has happened later stays in the copy, whose clock stands still. It has no webhook endpoint, so that nobody
is told anything twice. It works on the data of a server, so it takes the package of the server.
`;

/** The clock in one line for a person. */
function describeState({ now, scale, isFrozen }: ClockState): string {
  const speed = scale === 1 ? 'at real speed' : `${scale} times as fast as real time`;
  return `The clock shows ${now}, ${isFrozen ? `standing still (released, it runs ${speed})` : speed}.`;
}

function describeHappening(happening: Happening): string {
  const { at, type, resourceId } = happening;
  if (happening.kind !== 'DELIVERY') return `${at}  event     ${type}  ${resourceId}`;
  return `${at}  delivery  ${type}  ${resourceId}  attempt ${happening.attempt}: ${happening.statusCode ?? 'no answer'}`;
}

function describeAdvance(advance: ClockAdvance): string {
  const { happened, omittedCount, from, now, to, isComplete } = advance;
  return [
    ...happened.map(describeHappening),
    ...(omittedCount > 0 ? [`… and ${omittedCount} more`] : []),
    `The clock has moved from ${from} to ${now}${isComplete ? '.' : `, and not to ${to}: something cannot be done.`}`,
  ].join('\n');
}

/** Where a time goes: by so much, or to a moment; `undefined` where neither is said. */
function aimOf(time: string | undefined, to: string | undefined): { durationMs: number } | { to: string } | undefined {
  if (time !== undefined && to !== undefined) throw new UnusableCommand('Name either a time or --to, not both.');
  if (to !== undefined) return { to: readMoment(to) };
  return time === undefined ? undefined : { durationMs: readDuration(time) };
}

/** One request takes a bounded time; the next one goes on where it ended. */
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
  throw new UnusableCommand(`scale takes a whole number from 1, not "${text}".`);
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

interface RewindFlags {
  readonly to?: string;
  readonly copyTo?: string;
  readonly platform: string;
  readonly keepWebhooks?: boolean;
}

/** Sets the clock of a copy back, on the machine where the data are. */
async function rewind(time: string | undefined, command: Command, surroundings: Surroundings): Promise<void> {
  const { to, copyTo, platform: platformId, keepWebhooks } = command.opts<RewindFlags>();
  const { json, color: _color, ...target } = commonFlags(command);
  if (copyTo === undefined) throw new UnusableCommand('Time goes back on a copy only: name its place with --copy-to.');
  const databaseUrl = surroundings.environment['DATABASE_URL'] || undefined;
  const back = aimOf(time, to);
  const place = { dataFolder: dataFolder(target, surroundings), databaseUrl, copyTo };
  const { rewound, program } = await withServer(async (server) => ({
    rewound: await server.rewindCopy({ ...place, back, platformId, keepsWebhooks: keepWebhooks === true }),
    program: server.programNames.server,
  }));
  const { now, laterEvents, laterTransactions } = rewound;
  const copy = quoted(copyTo);
  const start = databaseUrl === undefined ? `${program} --data ${copy}` : `DATABASE_URL=${copy} ${program}`;
  const words = [
    `The clock of the copy shows ${now} and stands still; \`payments clock run\` lets it run.`,
    ...(laterEvents + laterTransactions > 0
      ? [`What has happened later stays in it: ${laterTransactions} transactions, ${laterEvents} events.`]
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

  const shown = clock.command('show', { isDefault: true }).description('Shows what it shows, and how fast it runs.');
  // Whatever is no command of the clock comes here.
  shown.allowExcessArguments().action(async () => {
    const [word] = shown.args;
    if (word !== undefined) {
      const names = clock.commands.map((each) => each.name()).join(', ');
      throw new UnusableCommand(`"${word}" is no command of the clock. It has ${names}.`);
    }
    const state = await orThrow(clientOf(shown).GET('/sandbox/clock'));
    show(shown, state, describeState(state));
  });
  const freeze = clock.command('freeze').description('Stops it.');
  freeze.action(() => change(freeze, { isFrozen: true }));
  const run = clock.command('run').description('Lets it run on.');
  run.action(() => change(run, { isFrozen: false }));
  const scale = clock
    .command('scale')
    .argument('<number>')
    .description('Lets it run so many times as fast as real time.');
  scale.action((times: string) => change(scale, { scale: scaleOf(times) }));
  const advanced = clock
    .command('advance')
    .description('Lets time pass, and does what becomes due on the way.')
    .argument('[time]', '90s, 15m, 2h, 1d12h, 1w')
    .option('--to <moment>', 'until a moment: 2025-01-31 or 2025-01-31T10:00:00Z');
  advanced.action(async (time: string | undefined) => {
    const aim = aimOf(time, advanced.opts<{ readonly to?: string }>().to);
    if (aim === undefined) throw new UnusableCommand('Name how far to advance: a time such as 2d, or --to MOMENT.');
    const came = await advance(clientOf(advanced), aim);
    show(advanced, came, describeAdvance(came));
  });
  addRewind(clock, surroundings);
}

function addRewind(clock: Command, surroundings: Surroundings): void {
  const rewound = clock
    .command('rewind')
    .description('Copies the data of a sandbox, and sets the clock of the copy back.')
    .argument('[time]', 'how far back: 90s, 15m, 2h, 1d12h, 1w')
    .option('--to <moment>', 'back to a moment')
    .option('--copy-to <place>', 'where the copy goes')
    .option('--platform <name>', 'the platform whose clock goes back', 'local')
    .option('--keep-webhooks', 'let the copy keep the webhook endpoint')
    .addHelpText('after', rewindHelp);
  rewound.action((time: string | undefined) => rewind(time, rewound, surroundings));
}
