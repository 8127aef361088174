import type { Mutant } from './mutant.ts';

/** Mistakes in handling a store that is temporarily unavailable. */
export const outageMutants: readonly Mutant[] = [
  {
    name: 'ignores standbys whose state is not visible',
    file: 'start/standby-warning.ts',
    find: "coalesce(state, 'streaming') = 'streaming'",
    replace: "state = 'streaming'",
    test: [
      'start/standby-warning.long.test.ts',
      'warns of a standby that no commit waits for, also when connected as an ordinary role',
    ],
  },
  {
    name: 'lets callers take every file descriptor',
    file: 'start/connection-limit.ts',
    find: 'server.maxConnections = most;',
    replace: '',
    test: [
      'start/connection-limit.long.test.ts',
      'leave it files to store documents, send webhooks and load libraries, and are reported',
    ],
  },
  {
    name: 'keeps the failure to load the library of webhooks',
    file: 'engines/outbox/guarded-agent.ts',
    find: 'opening = undefined;',
    replace: '',
    test: ['start/late-library.long.test.ts', 'of webhooks is loaded again for the next one'],
  },
  {
    name: 'ends when the library of metrics cannot be loaded',
    file: 'telemetry/metrics/open-metrics.ts',
    find: 'void load().catch(loadLater)',
    replace: 'void load()',
    test: ['start/late-library.long.test.ts', 'of metrics does not end the process'],
  },
  {
    name: 'reports an outage as a bug',
    file: 'http/unrouted-errors.ts',
    find: 'if (error instanceof DatabaseUnavailable) {',
    replace: 'if (error instanceof DatabaseUnavailable && reply.sent) {',
    test: ['start/outages.long.test.ts', 'answer 503, report the outage once, and recover without a restart'],
  },
  {
    name: 'reports a full disk as a bug',
    file: 'ground/database/sqlite-errors.ts',
    find: "10: 'AWAY', // the disk fails\n  13: 'FULL',",
    replace: "10: 'AWAY', // the disk fails",
    test: [
      'start/outages.long.test.ts',
      'fails writes with 503, serves reads, and recovers without a restart once there is room',
    ],
  },
  {
    name: 'starts a sending thread in an embedded sandbox',
    file: 'start/sandbox-server.ts',
    find: ', createSend: createSendWebhook };',
    replace: ' };',
    test: ['start/sandbox-server.test.ts', 'an embedded sandbox sends its webhooks without a worker thread'],
  },
  {
    name: 'sends webhooks from the main thread',
    file: 'start/start-server.ts',
    find: "import { createThreadedSend, type ThreadedSendOptions } from '../engines/outbox/threaded-send.ts';",
    replace:
      "import { createSendWebhook as createThreadedSend } from '../engines/outbox/send.ts';\nimport type { ThreadedSendOptions } from '../engines/outbox/threaded-send.ts';",
    test: ['start/sandbox-server.test.ts', 'a standalone server sends its webhooks from one worker thread'],
  },
  {
    name: 'reports not ready while stored files are unavailable',
    file: 'http/health-routes.ts',
    find: "new Set<CheckName>(['files'])",
    replace: 'new Set()',
    test: [
      'start/outages.long.test.ts',
      'is reported, fails only requests that need a file, and recovers without a restart',
    ],
  },
  {
    name: 'serves no metrics while the store is away',
    file: 'telemetry/metrics/serve-metrics.ts',
    find: 'await within(longestQuestionMs, ask()).catch(() => undefined);',
    replace: 'await ask();',
    test: [
      'start/outages.long.test.ts',
      'serve the metrics of the process within seconds while PostgreSQL is silent or away',
    ],
  },
  {
    name: 'hides a full disk at the start behind its rollback',
    file: 'ground/database/migrate.ts',
    find: "if (handle.isTransaction) handle.exec('ROLLBACK');",
    replace: "handle.exec('ROLLBACK');",
    test: [
      'start/outages.long.test.ts',
      'keeps a new server from starting, in one line, and lets it start once there is room',
    ],
  },
  {
    name: 'does not sync a new master key',
    file: 'ground/database/owner-only.ts',
    find: 'writeFileSync(handle, text);\n    fsyncSync(handle);',
    replace: 'writeFileSync(handle, text);',
    test: [
      'ground/database/owner-only.test.ts',
      'is synced with its folder, for its owner only, and never replaces another',
    ],
  },
  {
    name: 'starts on a part of a backup',
    file: 'backups/restore-backup.ts',
    find: '    beginFilling(dataFolder);\n    await fill(request, manifest, masterKey);\n    endFilling(dataFolder);',
    replace:
      '    await fill(request, manifest, masterKey);\n    beginFilling(dataFolder);\n    endFilling(dataFolder);',
    test: [
      'start/backup-commands.long.test.ts',
      'that was restored in part, because the command was killed, is not used until its folder is deleted',
    ],
  },
  {
    name: 'starts on a copy whose clock was not set back',
    file: 'commands/copy-data.ts',
    find: '  beginFilling(to);\n',
    replace: '',
    test: [
      '../../cli/src/commands/clock-command.long.test.ts',
      'leaves no folder that a server would start on when it does not end',
    ],
  },
  {
    name: 'gives a copied database its name before its clock was set back',
    file: 'commands/copy-data.ts',
    find: 'await create(client, unfinished, name);\n      target.pathname = `/${unfinished}`;',
    replace: 'await create(client, copy, name);\n      target.pathname = `/${copy}`;',
    test: ['commands/copy-data.test.ts', 'has its name only when it is filled, and is removed when that fails'],
  },
  {
    name: 'ignores Ctrl-C in the commands of operators',
    file: '../../cli/src/server-commands.ts',
    find: 'await untilEnded(signal, () => use(server))',
    replace: 'await use(server)',
    test: ['../../cli/src/ended-commands.long.test.ts', 'stops waiting for a function of the server'],
  },
  {
    name: 'ignores signals during the start as the first process of a container',
    file: 'start/main-program.ts',
    find: '    endOnSignals();\n',
    replace: '',
    test: ['start/stop-signals.test.ts', '%s during the start ends the process at once, by its own handler'],
  },
  {
    name: 'fills the disk of the store with files',
    file: 'engines/files/disk-space.ts',
    find: 'bavail * bsize >= reservedBytesOf(blocks * bsize)',
    replace: 'bavail * bsize >= 0 * reservedBytesOf(blocks)',
    test: [
      'engines/files/files.test.ts',
      'takes files until a twentieth of it is left, and takes them again once there is more',
    ],
  },
  {
    name: 'stops all requests while a migration waits for a backup',
    file: 'ground/database/migrate.ts',
    find: "const longestLockWait = '2s';",
    replace: "const longestLockWait = '0';",
    test: [
      'start/stores-of-releases.long.test.ts',
      'lets requests pass while it waits, and succeeds once the backup has ended',
    ],
  },
  {
    name: 'goes by the clock of its own machine',
    file: 'start/shared-clock.ts',
    find: '() => wallMs() + behindMs',
    replace: '() => wallMs()',
    test: ['start/shared-clock.test.ts', 'is that of PostgreSQL, which it reports if its own is not close to it'],
  },
  {
    name: 'measures the difference from PostgreSQL only at its start',
    file: 'start/shared-clock.ts',
    find: 'measuring = measure()',
    replace: 'measuring = Promise.resolve()',
    test: [
      'start/shared-clock.test.ts',
      'follows PostgreSQL within seconds when the clock of the machine is set, and reports it once',
    ],
  },
  {
    name: 'does not notice that the clock was set back',
    file: 'start/clock-steps.ts',
    find: 'if (backMs <= mostMs) return;',
    replace: 'if (-backMs <= mostMs) return;',
    test: ['start/clock-steps.test.ts', 'a clock that is set back is reported once for each step, with its seconds'],
  },
  {
    name: 'answers 500 while a table is out of reach',
    file: 'ground/database/postgres-errors.ts',
    find: "'42P01': 'AWAY',",
    replace: '',
    test: [
      'ground/database/postgres-admission.long.test.ts',
      'have no table that %s, which is an outage that ends with it',
    ],
  },
  {
    name: 'runs units at the isolation of the role',
    file: 'ground/database/postgres-database.ts',
    find: "'synchronous_commit=on', isolation,",
    replace: "'synchronous_commit=on',",
    test: [
      'ground/database/postgres-admission.long.test.ts',
      'run their units at READ COMMITTED, whatever the database sets',
    ],
  },
];
