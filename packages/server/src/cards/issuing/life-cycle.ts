import type { WorkContext } from '../../operation/deps.ts';

declare module '../../operation/deps.ts' {
  interface LifeCycle extends CardsLifeCycle {}
}

interface CardsLifeCycle {
  /** Some accounts pay for their card no longer. The card is locked. */
  readonly onFundingSourcesDetached: (context: WorkContext, fundingSourceIds: readonly string[]) => Promise<void>;
}
