import fc from 'fast-check';
import { createSeeded } from '../crash/seeded.ts';
import { type Step, stepOf } from '../walk/walk.ts';
import type { Play } from './play.ts';

/** A number that seeds all random choices of an action; a smaller number is not simpler. */
const draws = fc.noShrink(fc.nat({ max: 2 ** 31 - 1 }));

export function actionOf(name: string, weight: number, act: (play: Play) => Promise<void>): Step<Play> {
  return stepOf(name, weight, draws, (play: Play, seed) => {
    play.chance = createSeeded(seed);
    return act(play);
  });
}
