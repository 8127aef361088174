import { minuteMs } from '../../ground/clock/instant.ts';
import { sweepInRealTime } from '../due-work/sweep.ts';
import { sweepGuesses } from './guesses.ts';

/** Guesses are counted in real time, for all platforms together. */
const dueGuessSweep = sweepInRealTime('guesses', 10 * minuteMs, sweepGuesses);

export const manifest = { dueWork: [dueGuessSweep] };
