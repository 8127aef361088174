import type { InvoiceState } from '../../../engines/uma/lightning-node.ts';
import type { Instant } from '../../../ground/clock/instant.ts';
import type { Fixed } from '../../../ground/database/column-types.ts';

declare module '../../../ground/database/schema.ts' {
  interface Schema {
    sandbox_invoices: SandboxInvoicesTable;
  }
}

/** The invoices of the sandbox's Lightning node. */
interface SandboxInvoicesTable {
  tenant: Fixed<number>;
  payment_hash: Fixed<string>;
  state: InvoiceState;
  /** When the row is removed, by the clock of the platform. */
  expires_at: Fixed<Instant>;
}
