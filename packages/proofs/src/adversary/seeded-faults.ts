import type { Database } from '../../../server/src/ground/database/database.ts';
import type { AnyHandler, ServedOperation } from '../../../server/src/http/run-operation.ts';
import { type Fault, faultyDatabase } from '../../../server/test/faulty-database.ts';
import type { OperationId } from '../../../types/src/index.ts';
import { type PlantName, plantNames } from './plant-names.ts';

/** A mistake in one handler, or in the database below all of them, and the words of the expected report. */
export interface Plant {
  readonly name: PlantName;
  readonly operation: OperationId;
  readonly seenAs: RegExp;
  readonly spoil?: (handler: AnyHandler) => AnyHandler;
  readonly fault?: Fault;
}

type Call = Parameters<AnyHandler>[0];
type Outcome = Awaited<ReturnType<AnyHandler>>;

const bodyOf = ({ input }: Call): Readonly<Record<string, unknown>> => Object(input.body ?? {});

/** The handler with modified responses; breaking their type is the planted mistake. */
function answering(handler: AnyHandler, change: (outcome: Outcome, call: Call) => object): AnyHandler {
  return async (call) => {
    const outcome = await handler(call);
    return { ...outcome, ...change(outcome, call) } as Outcome;
  };
}

const hangMs = 400;

const planted: Readonly<Record<PlantName, Omit<Plant, 'name'>>> = {
  'throws-on-a-field': {
    operation: 'createTransferOut',
    seenAs: /^returns 500/,
    spoil: (handler) => async (call) => {
      if (Object.hasOwn(bodyOf(call), 'remittanceInformation')) throw new Error('planted');
      return handler(call);
    },
  },
  'undeclared-status': {
    operation: 'getPlatformConfig',
    seenAs: /declares no answer 206/,
    spoil: (handler) => answering(handler, () => ({ status: 206 })),
  },
  'undeclared-field': {
    operation: 'getPlatformConfig',
    seenAs: /^returns the undeclared field secretNote/,
    spoil: (handler) =>
      answering(handler, (outcome) =>
        'body' in outcome ? { body: { ...Object(outcome.body), secretNote: 'x' } } : {},
      ),
  },
  'missing-field': {
    operation: 'getPlatformConfig',
    seenAs: /which breaks the specification/,
    spoil: (handler) => answering(handler, () => ({ body: {} })),
  },
  echo: {
    operation: 'createTransferOut',
    seenAs: /^repeats a sent value/,
    spoil: () => async (call) => {
      const refusal: unknown = { code: 'CONFLICT', reason: `Not this: ${JSON.stringify(bodyOf(call))}` };
      return refusal as Outcome;
    },
  },
  hang: {
    operation: 'getPlatformConfig',
    seenAs: /^has no response within/,
    spoil: (handler) => async (call) => {
      await new Promise((resolve) => setTimeout(resolve, 3 * hangMs));
      return handler(call);
    },
  },
  'credit-without-balance': {
    operation: 'sandboxFundInternalAccount',
    seenAs: /balances-equal-postings/,
    fault: {
      statement: 'creditAccount',
      rewrite: (text) => text.replace('"balance_minor" + ', '"balance_minor" + 0 * '),
    },
  },
};

export const plants: readonly Plant[] = plantNames.map((name) => ({ name, ...planted[name] }));

const requests = 24;

export interface Caught {
  readonly name: string;
  /** The first report with the expected words. */
  readonly by: string | undefined;
}

/** The negative control: runs the fuzzer against a server with the mistake in it. */
export async function catchPlant(plant: Plant, open: () => Promise<Database>, seed: number): Promise<Caught> {
  const { operation, spoil, fault } = plant;
  const { operations } = await import('../../../server/src/modules.ts');
  const { fuzz } = await import('./fuzz.ts');
  const table: { [id in OperationId]?: ServedOperation } = operations;
  const sound = table[operation];
  if (sound === undefined || sound.kind === 'STREAM') throw new Error(`${operation} has no handler, or streams`);
  if (spoil !== undefined) table[operation] = { ...sound, handler: spoil(sound.handler) };
  try {
    const { breaches } = await fuzz({
      open: async () => (fault === undefined ? open() : faultyDatabase(await open(), fault)),
      requests,
      chapter: requests,
      seed,
      hangMs: plant.name === 'hang' ? hangMs : 10_000,
      only: new Set([operation]),
    });
    return { name: plant.name, by: breaches.find(({ problem }) => plant.seenAs.test(problem))?.problem };
  } finally {
    table[operation] = sound;
  }
}
