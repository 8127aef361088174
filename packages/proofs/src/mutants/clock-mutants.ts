import type { Mutant } from './mutant.ts';

/** Mistakes in the clocks of platforms, and in the work that is due by them. */
export const clockMutants: readonly Mutant[] = [
  {
    name: 'overwrites a clock with an older row',
    file: 'engines/clocks/platform-clocks.ts',
    find: 'if (known !== undefined && known.revision >= row.revision) return;',
    replace: '',
    test: ['engines/due-work/timekeeper.test.ts', 'is not undone by a clock row that was read earlier'],
  },
  {
    name: 'lets workers claim timers of a clock being advanced',
    file: 'engines/due-work/clock-settings.ts',
    find: 'else if (!wasParked) parkTimers(unit, row.tenant);',
    replace: '',
    test: ['engines/due-work/timers.test.ts', 'of a clock that is being advanced are claimed only by that advance'],
  },
  {
    name: 'does not reproject timers when a clock is set',
    file: 'engines/due-work/clock-settings.ts',
    find: 'if (setting.advance === undefined) projectTimers(unit, row.tenant, nowMs);',
    replace: 'if (setting.advance === undefined) return row;',
    test: [
      'engines/due-work/timers.test.ts',
      'follow the clock of their platform: scaled, frozen, released, and set while it is frozen',
    ],
  },
  {
    name: 'continues a clock advance that another process took over',
    file: 'engines/due-work/timekeeper.ts',
    find: 'if (before.advance_id !== held.id) return undefined;',
    replace: '',
    test: [
      'engines/due-work/timekeeper.test.ts',
      'is taken over when its process stalls, and the stalled process changes nothing afterwards',
    ],
  },
  {
    name: 'blocks all due work on one kind that hangs',
    file: 'engines/due-work/due-work-engine.ts',
    find: 'slot.batch = this.#work(slot);',
    replace: 'await this.#work(slot);',
    test: [
      'engines/due-work/due-work-engine.test.ts',
      'continues every other kind of work while a batch of one kind hangs',
    ],
  },
  {
    name: 'looks for due timers among the versions of fired ones',
    file: 'engines/due-work/timers.ts',
    find: "          .where('due_real_ms', '>=', fromMs)\n          .where('due_real_ms', '<=', nowMs)\n",
    replace: "          .where('due_real_ms', '<=', nowMs)\n",
    test: [
      'engines/due-work/timer-floor.test.ts',
      'are found and claimed without the versions that another session keeps',
    ],
  },
  {
    name: 'claims no timers before the floor although a whole search found them',
    file: 'engines/due-work/timer-floor.ts',
    find: 'dueAt === undefined ? latestMs : Math.min(epochMsOf(dueAt), latestMs)',
    replace: 'latestMs',
    test: [
      'engines/due-work/timer-floor.test.ts',
      'are found if they are due from now on, and at last if they were due before',
    ],
  },
  {
    name: 'leaves rows leased when the database returns',
    file: 'engines/due-work/due-timers.ts',
    find: 'if (stranded.length > 0) await giveBack(deps, kind, stranded);',
    replace: 'stranded.length = 0;',
    test: [
      'engines/due-work/database-away.test.ts',
      'completes once the database is back, without waiting for leases, and counts no failure',
    ],
  },
];
