import { minuteMs } from '../../ground/clock/instant.ts';
import { sweepEvery } from '../due-work/sweep.ts';
import { sweepGuesses } from './guesses.ts';

/** Guesses are counted in real time, for all platforms together. */
const dueGuessSweep = sweepEvery('guesses', 10 * minuteMs, async (unit, { tenant, now }) =>
  tenant === null ? sweepGuesses(unit, now) : 0,
);

export const manifest = { dueWork: [dueGuessSweep] };
