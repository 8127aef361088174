import type { Funding } from './funding.ts';
import { quoteInstructions, routesInto } from './instructions.ts';

/** Accounts and addresses that look real. Nobody watches them: deposits are told by the sandbox's own operations. */
export function createSandboxFunding(): Funding {
  return {
    routesInto,
    instructionsFor: ({ quoteId, customerId, currency, reference, routes, payment }) =>
      quoteInstructions({ id: quoteId, customer_id: customerId, currency, reference, payment }, routes),
    nextLookAt: () => undefined,
    arrivals: async () => [],
    acknowledge: async () => {},
  };
}
