import type { RailReport, Rails, RefundReport } from '../src/engines/rails/rails.ts';
import { createSandboxRails } from '../src/sandbox/adapters/sandbox-rails.ts';

/** The sandbox's rails, with other outcomes at the times they would report theirs. */
export function railsThat(outcome: { readonly report?: RailReport; readonly refund?: RefundReport }): Rails {
  const rails = createSandboxRails();
  return {
    ...rails,
    poll: async (payment, now) => outcome.report ?? rails.poll(payment, now),
    pollRefund: async (payment, now) => outcome.refund ?? rails.pollRefund(payment, now),
  };
}
