import { minuteMs } from '../../ground/clock/instant.ts';
import { sweepInRealTime } from '../due-work/sweep.ts';

/** Guesses are counted in real time, for all platforms together, and forgotten when their window has ended. */
const dueGuessSweep = sweepInRealTime({ table: 'guesses', key: ['digest'], column: 'ends_at' }, 10 * minuteMs);

export const manifest = { dueWork: [dueGuessSweep] };
