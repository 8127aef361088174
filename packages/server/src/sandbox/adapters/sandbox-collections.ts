import type { CollectionFailure, Collections, CollectionTiming } from '../../engines/rails/collections.ts';
import { settlementAt } from '../../engines/rails/timelines.ts';
import { hourMs, type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { outcomeOfSuffix, type SandboxSuffix, sandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';

/** The outcome of a collection, by the last three digits of the account. */
interface Behaviour {
  readonly failure: CollectionFailure;
  readonly afterMs: number;
}

/** The documented sandbox values. docs/sandbox.md lists them for integrators. */
const behaviours: Readonly<Partial<Record<SandboxSuffix, Behaviour>>> = {
  '002': { failure: 'COLLECTION_FAILED', afterMs: 0 },
  '003': { failure: 'ACCOUNT_INVALID', afterMs: 0 },
  '004': { failure: 'COLLECTION_FAILED', afterMs: 0 },
  '005': { failure: 'COLLECTION_FAILED', afterMs: 30 * secondMs },
  '010': { failure: 'COMPLIANCE_REJECTED', afterMs: 0 },
  '011': { failure: 'LIMIT_EXCEEDED', afterMs: 0 },
  '012': { failure: 'ACCOUNT_INVALID', afterMs: 0 },
};

const validations: Readonly<Partial<Record<SandboxSuffix, 'VALIDATED' | 'REFUSED'>>> = {
  '108': 'VALIDATED',
  '109': 'REFUSED',
};
/** Micro-entries take as long as any ACH entry. */
const validatedAt = (registeredAt: Instant): Instant => settlementAt('ACH', 'USD', registeredAt);
/** This long before the money arrives, the bank can no longer stop it. */
const handedOverMs = hourMs;
/** The balance of every external account. */
const balanceMinor = 100_000n;

function behaviourOf({ sourceIdentifier }: CollectionTiming): Behaviour | undefined {
  return outcomeOfSuffix(behaviours, sandboxSuffix(sourceIdentifier));
}

/** Banks that behave as documented. A collection takes as long as its rail. */
export function createSandboxCollections(): Collections {
  const arrivalAt = ({ rail, currency, submittedAt }: CollectionTiming): Instant =>
    settlementAt(rail, currency, submittedAt);
  const endAt = (collection: CollectionTiming): Instant => {
    const behaviour = behaviourOf(collection);
    return behaviour === undefined ? arrivalAt(collection) : plusMs(collection.submittedAt, behaviour.afterMs);
  };

  return {
    firstPollAt: endAt,
    poll: async (collection, now) => {
      const behaviour = behaviourOf(collection);
      if (now < endAt(collection)) return { kind: 'IN_TRANSIT', nextPollAt: endAt(collection) };
      return behaviour === undefined ? { kind: 'COLLECTED' } : { kind: 'FAILED', reason: behaviour.failure };
    },
    cancel: async (collection, now) => now < plusMs(endAt(collection), -handedOverMs),
    firstValidationPollAt: (identifier, now) =>
      outcomeOfSuffix(validations, sandboxSuffix(identifier)) === undefined ? null : validatedAt(now),
    pollValidation: async (identifier, registeredAt, now) => {
      const endsAt = validatedAt(registeredAt);
      if (now < endsAt) return { kind: 'PENDING', nextPollAt: endsAt };
      return { kind: outcomeOfSuffix(validations, sandboxSuffix(identifier)) ?? 'VALIDATED' };
    },
    balanceMinor: () => balanceMinor,
  };
}
