import fc from 'fast-check';

/** A possible step of a walk. */
export interface Step<World> {
  readonly name: string;
  /** Its weight, relative to the other steps. */
  readonly weight: number;
  /** Its random choice, which is enough to repeat the step. */
  readonly choices: fc.Arbitrary<unknown>;
  take(world: World, choice: unknown): Promise<void>;
}

/** The choice is validated here, against its step. */
export function stepOf<World, Choice>(
  name: string,
  weight: number,
  choices: fc.Arbitrary<Choice>,
  take: (world: World, choice: Choice) => Promise<void>,
): Step<World> {
  return { name, weight, choices, take: (world, choice) => take(world, choice as Choice) };
}

export interface WalkOptions<World> {
  readonly steps: readonly Step<World>[];
  /** Opens a separate world, takes the walk, and throws if the result is invalid. */
  readonly play: (walk: (world: World) => Promise<void>) => Promise<void>;
  readonly walks: number;
  /** The number of steps of the longest walk. */
  readonly longest: number;
  readonly seed: number;
  /** Repeats one walk of a failure. */
  readonly path?: string | undefined;
  /** Ends the walks, and the search for a shorter failing one. */
  readonly timeLimitMs?: number;
  /** Whether a failing walk is reduced to the necessary steps; default: true. */
  readonly isShortened?: boolean;
}

export interface Failure {
  readonly problem: string;
  readonly path: string;
  /** The shortest failing walk that was found. */
  readonly steps: readonly string[];
}

interface Taken<World> {
  readonly step: Step<World>;
  readonly choice: unknown;
}

/** Walks at random: the same seed gives the same steps. Returns the first failure, or nothing. */
export async function walk<World>(options: WalkOptions<World>): Promise<Failure | undefined> {
  const { steps, play, walks, longest, seed, path, timeLimitMs, isShortened = true } = options;
  const taken = fc.oneof(
    ...steps.map((step) => ({
      weight: step.weight,
      arbitrary: step.choices.map((choice): Taken<World> => ({ step, choice })),
    })),
  );
  const way = fc.array(taken, { minLength: 1, maxLength: longest, size: 'max' });
  const property = fc.asyncProperty(way, (walked) =>
    play(async (world) => {
      for (const { step, choice } of walked) await step.take(world, choice);
    }),
  );
  const details = await fc.check(property, {
    seed,
    numRuns: walks,
    unbiased: true,
    endOnFailure: !isShortened,
    ...(path !== undefined && { path }),
    ...(timeLimitMs !== undefined && { interruptAfterTimeLimit: timeLimitMs }),
  });
  if (!details.failed || details.counterexample === null) return undefined;
  const [shortest] = details.counterexample;
  return {
    problem: String(details.errorInstance),
    path: details.counterexamplePath ?? '',
    steps: shortest.map(({ step, choice }) => `${step.name} ${JSON.stringify(choice)}`),
  };
}
