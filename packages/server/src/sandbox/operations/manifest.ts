import type { Manifest } from '../../operation/manifest.ts';
import { sandboxDeposit } from './sandbox-deposit.ts';
import { sandboxFundInternalAccount } from './sandbox-fund-internal-account.ts';
import { sandboxFundStablecoinOperation } from './sandbox-fund-stablecoin-operation.ts';
import { sandboxReceive } from './sandbox-receive.ts';
import { sandboxSend } from './sandbox-send.ts';
import { sandboxSetInternalAccountStatus } from './sandbox-set-internal-account-status.ts';
import { sendTestWebhook } from './send-test-webhook.ts';

export const manifest = {
  operations: {
    sandboxDeposit,
    sandboxFundInternalAccount,
    sandboxFundStablecoinOperation,
    sandboxReceive,
    sandboxSend,
    sandboxSetInternalAccountStatus,
  },
  externalOperations: { sendTestWebhook },
} satisfies Manifest;
