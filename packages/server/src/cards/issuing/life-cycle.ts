import type { WorkContext } from '../../operation/deps.ts';

declare module '../../operation/deps.ts' {
  interface LifeCycle extends CardsLifeCycle {}
}

interface CardsLifeCycle {
  /** Called when accounts no longer pay for their card. The card is locked. */
  readonly onFundingSourcesDetached: (context: WorkContext, fundingSourceIds: readonly string[]) => Promise<void>;
}
