import type { DepositFailure, Funding } from '../../engines/funding/funding.ts';
import { nameSuffix, outcomeOfSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';
import { fundingInstructions, quoteInstructions, routesInto } from './funding/instructions.ts';

/** The outcome of a deposit, by the last three digits of the sender's account. */
const failures: Readonly<Partial<Record<SandboxSuffix, DepositFailure>>> = {
  '002': 'COLLECTION_FAILED',
  '010': 'COMPLIANCE_REJECTED',
};

/** Accounts and addresses that look real. Nothing watches them: the sandbox's own operations report deposits. */
export function createSandboxFunding(): Funding {
  return {
    standingInstructions: fundingInstructions,
    routesInto,
    instructionsFor: ({ quoteId, customerId, currency, reference, routes, payment }) =>
      quoteInstructions({ id: quoteId, customer_id: customerId, currency, reference, payment }, routes),
    nextPollAt: () => undefined,
    arrivals: async () => [],
    acknowledge: async () => {},
    pollClearance: async ({ payerIdentifier }) => {
      const reason = outcomeOfSuffix(failures, nameSuffix(payerIdentifier));
      return reason === undefined ? { kind: 'CLEARED' } : { kind: 'FAILED', reason };
    },
  };
}
