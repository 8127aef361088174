import type { Mutant } from './mutant.ts';

const triggers = 'sandbox/triggers/trigger-sandbox-event';
const fixtures = 'sandbox/data-sets/create-sandbox-fixture';

/** Mistakes in the data that the sandbox creates on request. */
export const sandboxDataMutants: readonly Mutant[] = [
  {
    name: 'advances the clock without advancesClock on a trigger',
    file: `${triggers}.ts`,
    find: 'if (afterSeconds > 0 && advancesClock)',
    replace: 'if (afterSeconds > 0)',
    test: [`${triggers}.test.ts`, 'returns DUE with the time, and does not move the clock unless requested'],
  },
  {
    name: 'triggers events for a token without TRANSACT',
    file: `${triggers}.ts`,
    find: '  if (forbidden !== undefined) return forbidden;\n',
    replace: '',
    test: [`${triggers}.test.ts`, 'requires a token with all permissions, and names the missing one'],
  },
  {
    name: 'returns an earlier event as the triggered one',
    file: `${triggers}.ts`,
    find: 'event === undefined || event.sequence <= before',
    replace: 'event === undefined',
    test: [`${triggers}.test.ts`, 'emits an event for a given resource, each time with a higher sequence'],
  },
  {
    name: 'queues data requests without a limit',
    file: 'engines/due-work/platform-turns.ts',
    find: '    if (queue.count > this.#mostWaiting) return undefined;\n',
    replace: '',
    test: [
      `${triggers}.test.ts`,
      'returns RATE_LIMITED while 17 requests of the platform wait, and serves other platforms',
    ],
  },
  {
    name: 'advances the clock without advancesClock on a fixture',
    file: `${fixtures}.ts`,
    find: "if (advancesClock) await maker.ask('advanceSandboxClock'",
    replace: "await maker.ask('advanceSandboxClock'",
    test: [`${fixtures}.test.ts`, 'does not move the clock unless requested, and returns the time of completion'],
  },
];
