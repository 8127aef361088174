import type { Mutant } from './mutant.ts';

const triggers = 'sandbox/triggers/trigger-sandbox-event';
const fixtures = 'sandbox/data-sets/create-sandbox-fixture';

/** Mistakes in the data that the sandbox creates on request. */
export const sandboxDataMutants: readonly Mutant[] = [
  {
    name: 'moves the clock for a trigger that did not ask for it',
    file: `${triggers}.ts`,
    find: 'if (afterSeconds > 0 && advancesClock)',
    replace: 'if (afterSeconds > 0)',
    test: [`${triggers}.test.ts`, 'returns DUE with the time, and does not move the clock unless requested'],
  },
  {
    name: 'triggers for a token that cannot move money',
    file: `${triggers}.ts`,
    find: '  if (forbidden !== undefined) return forbidden;\n',
    replace: '',
    test: [`${triggers}.test.ts`, 'requires a token with all permissions, and names the missing one'],
  },
  {
    name: 'takes an event from before for one that it has made happen',
    file: `${triggers}.ts`,
    find: 'event === undefined || event.sequence <= before',
    replace: 'event === undefined',
    test: [`${triggers}.test.ts`, 'emits an event for a given resource, each time with a higher sequence'],
  },
  {
    name: 'lets any number of requests that make data wait',
    file: 'engines/due-work/platform-turns.ts',
    find: '    if (queue.count > this.#mostWaiting) return undefined;\n',
    replace: '',
    test: [
      `${triggers}.test.ts`,
      'returns RATE_LIMITED while 17 requests of the platform wait, and serves other platforms',
    ],
  },
  {
    name: 'moves the clock for a fixture that did not ask for it',
    file: `${fixtures}.ts`,
    find: "if (advancesClock) await maker.ask('advanceSandboxClock'",
    replace: "await maker.ask('advanceSandboxClock'",
    test: [`${fixtures}.test.ts`, 'does not move the clock unless requested, and returns the time of completion'],
  },
];
