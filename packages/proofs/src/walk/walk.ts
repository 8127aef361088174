import fc from 'fast-check';

/** Something that can happen on a walk. */
export interface Step<World> {
  readonly name: string;
  /** How often it is taken, beside the weights of the others. */
  readonly weight: number;
  /** What it leaves to chance. A choice is all that a step needs to be taken again. */
  readonly choices: fc.Arbitrary<unknown>;
  take(world: World, choice: unknown): Promise<void>;
}

/** The choice is checked here, against the step that is given it. */
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
  /** Opens a world of its own for a walk, takes the walk, and throws when it has led somewhere it must not lead. */
  readonly play: (walk: (world: World) => Promise<void>) => Promise<void>;
  readonly walks: number;
  /** Steps of the longest walk. */
  readonly longest: number;
  readonly seed: number;
  /** Plays one walk of a failure again. */
  readonly path?: string | undefined;
  /** Ends the walks, and the search for a shorter one that fails. */
  readonly timeLimitMs?: number;
  /** Whether a walk that fails is played again with fewer steps, to find out which ones it takes. It is, unless said. */
  readonly isShortened?: boolean;
}

export interface Failure {
  readonly problem: string;
  readonly path: string;
  /** The shortest walk that was found to fail. */
  readonly steps: readonly string[];
}

interface Taken<World> {
  readonly step: Step<World>;
  readonly choice: unknown;
}

/** Walks at random: the same seed takes the same steps. The first failure, or nothing. */
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
