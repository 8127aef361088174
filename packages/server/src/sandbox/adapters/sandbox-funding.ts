import type { DepositFailure, Funding } from '../../engines/funding/funding.ts';
import { fundingInstructions, quoteInstructions, routesInto } from '../../engines/funding/instructions.ts';
import { type MagicEnding, magicEndingOf, wished } from '../../ground/ids/magic-endings.ts';

/** How a deposit ends, by the last three digits of the account it was paid from. */
const failures: Readonly<Partial<Record<MagicEnding, DepositFailure>>> = {
  '002': 'COLLECTION_FAILED',
  '010': 'COMPLIANCE_REJECTED',
};

/** Accounts and addresses that look real. Nobody watches them: deposits are told by the sandbox's own operations. */
export function createSandboxFunding(): Funding {
  return {
    standingInstructions: fundingInstructions,
    routesInto,
    instructionsFor: ({ quoteId, customerId, currency, reference, routes, payment }) =>
      quoteInstructions({ id: quoteId, customer_id: customerId, currency, reference, payment }, routes),
    nextLookAt: () => undefined,
    arrivals: async () => [],
    acknowledge: async () => {},
    lookAtClearance: async ({ payerIdentifier }) => {
      const reason = wished(failures, magicEndingOf(payerIdentifier));
      return reason === undefined ? { kind: 'CLEARED' } : { kind: 'FAILED', reason };
    },
  };
}
