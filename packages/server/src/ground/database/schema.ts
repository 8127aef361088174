import type { AccountTables } from './tables/accounts.ts';
import type { BulkImportTables } from './tables/bulk-imports.ts';
import type { ContactVerificationTables } from './tables/contact-verification.ts';
import type { CustomerTables } from './tables/customers.ts';
import type { DepositTables } from './tables/deposits.ts';
import type { DocumentTables } from './tables/documents.ts';
import type { HostedPageTables } from './tables/hosted-pages.ts';
import type { LedgerTables } from './tables/ledger.ts';
import type { MessageTables } from './tables/messages.ts';
import type { OwnershipTables } from './tables/ownership.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { PlatformTables } from './tables/platforms.ts';
import type { ReceiverTables } from './tables/receivers.ts';
import type { ScaTables } from './tables/sca.ts';
import type { ServerTables } from './tables/server.ts';
import type { VerificationTables } from './tables/verifications.ts';
import type { WebhookTables } from './tables/webhooks.ts';

/** The tables as Kysely sees them; migrations/ is where they are made. */
export interface Schema
  extends BulkImportTables,
    AccountTables,
    ContactVerificationTables,
    CustomerTables,
    DepositTables,
    DocumentTables,
    HostedPageTables,
    LedgerTables,
    MessageTables,
    OwnershipTables,
    PaymentTables,
    PlatformTables,
    ReceiverTables,
    ScaTables,
    ServerTables,
    VerificationTables,
    WebhookTables {}
