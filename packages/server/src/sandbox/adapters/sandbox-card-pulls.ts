import type { CardPull, CardPulls } from '../../engines/card-pulls/card-pulls.ts';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { nameSuffix, outcomeOfSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';

/** The outcome of a pull that is not done at once. */
interface Behaviour {
  readonly afterMs: number;
  readonly fails: boolean;
}

/** By the last three characters of the merchant of the purchase. docs/sandbox.md lists them for integrators. */
const behaviours: Readonly<Partial<Record<SandboxSuffix, Behaviour>>> = {
  '005': { afterMs: 30 * secondMs, fails: false },
  '006': { afterMs: 0, fails: true },
};

function behaviourOf({ merchantDescriptor }: CardPull): Behaviour | undefined {
  return outcomeOfSuffix(behaviours, nameSuffix(merchantDescriptor));
}

/** Funding sources that behave as documented. Their answers depend only on the merchant and the time. */
export function createSandboxCardPulls(): CardPulls {
  const endAt = ({ requestedAt }: CardPull, { afterMs }: Behaviour): Instant => plusMs(requestedAt, afterMs);
  return {
    firstPollAt: (pull) => {
      const behaviour = behaviourOf(pull);
      return behaviour === undefined ? null : endAt(pull, behaviour);
    },
    poll: async (pull, now) => {
      const behaviour = behaviourOf(pull);
      if (behaviour === undefined) return { kind: 'CONFIRMED' };
      const nextPollAt = endAt(pull, behaviour);
      if (now < nextPollAt) return { kind: 'PENDING', nextPollAt };
      return { kind: behaviour.fails ? 'FAILED' : 'CONFIRMED' };
    },
  };
}
