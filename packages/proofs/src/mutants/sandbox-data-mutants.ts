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
    test: [`${triggers}.test.ts`, 'says what is due and when, and moves no clock that it was not asked to move'],
  },
  {
    name: 'triggers for a token that cannot move money',
    file: `${triggers}.ts`,
    find: '  if (forbidden !== undefined) return forbidden;\n',
    replace: '',
    test: [`${triggers}.test.ts`, 'takes a token that may do everything, and says what it lacks'],
  },
  {
    name: 'takes an event from before for one that it has made happen',
    file: `${triggers}.ts`,
    find: 'event === undefined || event.sequence <= before',
    replace: 'event === undefined',
    test: [`${triggers}.test.ts`, 'makes an event happen to a resource that is named, in each case once more'],
  },
  {
    name: 'lets any number of requests that make data wait',
    file: 'engines/due-work/platform-turns.ts',
    find: '    if (queue.count > this.#mostWaiting) return undefined;\n',
    replace: '',
    test: [
      `${triggers}.test.ts`,
      'refuses what is too much while others of the platform wait, and serves other platforms',
    ],
  },
  {
    name: 'moves the clock for a fixture that did not ask for it',
    file: `${fixtures}.ts`,
    find: "if (advancesClock) await maker.ask('advanceSandboxClock'",
    replace: "await maker.ask('advanceSandboxClock'",
    test: [`${fixtures}.test.ts`, 'moves no clock that it was not asked to move, and says by when it is complete'],
  },
];
