import type {
  HostedContent,
  HostedOutcome,
  HostedPageRow,
  HostedPurposeName,
  HostedResult,
} from '../engines/hosted-pages/hosted-page.ts';
import type { WorkContext } from './deps.ts';

/** The content of a room's hosted pages, and the effect of their outcome. */
export interface HostedPurpose extends HostedContent {
  /** The outcome that the sandbox's rules give this customer. It is the first choice on the page. */
  suggest(context: WorkContext, page: HostedPageRow): Promise<HostedOutcome>;
  /** Records the outcome in the unit that uses the page up. */
  settle(context: WorkContext, page: HostedPageRow, outcome: HostedOutcome): Promise<HostedResult>;
}

export type HostedPurposes = Readonly<Partial<Record<HostedPurposeName, HostedPurpose>>>;
