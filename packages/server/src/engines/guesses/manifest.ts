import { minuteMs } from '../../ground/clock/instant.ts';
import { sweepInRealTime } from '../due-work/sweep.ts';

/** Guesses are counted in real time, for all platforms together, and deleted after the end of their window. */
const dueGuessSweep = sweepInRealTime({ table: 'guesses', key: ['digest'], column: 'ends_at' }, 10 * minuteMs);

export const manifest = { dueWork: [dueGuessSweep] };
