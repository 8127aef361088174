import type { OperationId } from '@payments-platform/types';
import { createBeneficialOwner } from '../beneficial-owners/create-beneficial-owner.ts';
import { getBeneficialOwner } from '../beneficial-owners/get-beneficial-owner.ts';
import { listBeneficialOwners } from '../beneficial-owners/list-beneficial-owners.ts';
import { updateBeneficialOwner } from '../beneficial-owners/update-beneficial-owner.ts';
import { getBulkCustomerImportJob } from '../bulk-imports/get-bulk-customer-import-job.ts';
import { uploadCustomersCsv } from '../bulk-imports/upload-customers-csv.ts';
import { getPlatformConfig } from '../config/get-platform-config.ts';
import { updatePlatformConfig } from '../config/update-platform-config.ts';
import { confirmCustomerEmailVerification } from '../contact-verification/confirm-customer-email-verification.ts';
import { confirmCustomerPhoneVerification } from '../contact-verification/confirm-customer-phone-verification.ts';
import { sendCustomerEmailVerification } from '../contact-verification/send-customer-email-verification.ts';
import { sendCustomerPhoneVerification } from '../contact-verification/send-customer-phone-verification.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { deleteCustomerById } from '../customers/delete-customer-by-id.ts';
import { getCustomerById } from '../customers/get-customer-by-id.ts';
import { getEndUserTerms } from '../customers/get-end-user-terms.ts';
import { listCustomers } from '../customers/list-customers.ts';
import { updateCustomerById } from '../customers/update-customer-by-id.ts';
import { getDiscoveries } from '../discoveries/get-discoveries.ts';
import { deleteDocument } from '../documents/delete-document.ts';
import { getDocument } from '../documents/get-document.ts';
import { listDocuments } from '../documents/list-documents.ts';
import { replaceDocument } from '../documents/replace-document.ts';
import { uploadDocument } from '../documents/upload-document.ts';
import { getExchangeRates } from '../exchange-rates/get-exchange-rates.ts';
import { confirmBeneficiaryTrust } from '../external-accounts/confirm-beneficiary-trust.ts';
import { confirmBeneficiaryUntrust } from '../external-accounts/confirm-beneficiary-untrust.ts';
import { createCustomerExternalAccount } from '../external-accounts/create-customer-external-account.ts';
import { createPlatformExternalAccount } from '../external-accounts/create-platform-external-account.ts';
import { deleteCustomerExternalAccountById } from '../external-accounts/delete-customer-external-account-by-id.ts';
import { deletePlatformExternalAccountById } from '../external-accounts/delete-platform-external-account-by-id.ts';
import { getCustomerExternalAccountById } from '../external-accounts/get-customer-external-account-by-id.ts';
import { getPlatformExternalAccountById } from '../external-accounts/get-platform-external-account-by-id.ts';
import { listCustomerExternalAccounts } from '../external-accounts/list-customer-external-accounts.ts';
import { listPlatformExternalAccounts } from '../external-accounts/list-platform-external-accounts.ts';
import { startBeneficiaryTrust } from '../external-accounts/start-beneficiary-trust.ts';
import { startBeneficiaryUntrust } from '../external-accounts/start-beneficiary-untrust.ts';
import { listCustomerInternalAccounts } from '../internal-accounts/list-customer-internal-accounts.ts';
import { listPlatformInternalAccounts } from '../internal-accounts/list-platform-internal-accounts.ts';
import { createExternalAccountOwnershipChallenge } from '../ownership/create-external-account-ownership-challenge.ts';
import { createPlatformExternalAccountOwnershipChallenge } from '../ownership/create-platform-external-account-ownership-challenge.ts';
import { verifyExternalAccountOwnership } from '../ownership/verify-external-account-ownership.ts';
import { verifyPlatformExternalAccountOwnership } from '../ownership/verify-platform-external-account-ownership.ts';
import { authorizeQuote } from '../quotes/authorize-quote.ts';
import { createQuote } from '../quotes/create-quote.ts';
import { executeQuote } from '../quotes/execute-quote.ts';
import { getQuoteById } from '../quotes/get-quote-by-id.ts';
import { resendQuoteScaCode } from '../quotes/resend-quote-sca-code.ts';
import { lookupExternalAccount } from '../receivers/lookup-external-account.ts';
import { lookupUma } from '../receivers/lookup-uma.ts';
import { sandboxDeposit } from '../sandbox/sandbox-deposit.ts';
import { sandboxFundInternalAccount } from '../sandbox/sandbox-fund-internal-account.ts';
import { sandboxReceive } from '../sandbox/sandbox-receive.ts';
import { sandboxSend } from '../sandbox/sandbox-send.ts';
import { sandboxSetInternalAccountStatus } from '../sandbox/sandbox-set-internal-account-status.ts';
import { sendTestWebhook } from '../sandbox/send-test-webhook.ts';
import { advanceSandboxClock } from '../sandbox-clock/advance-sandbox-clock.ts';
import { getSandboxClock } from '../sandbox-clock/get-sandbox-clock.ts';
import { updateSandboxClock } from '../sandbox-clock/update-sandbox-clock.ts';
import { completeScaLogin } from '../sca/complete-sca-login.ts';
import { completeTwoFactorReset } from '../sca/complete-two-factor-reset.ts';
import { confirmScaFactorEnrollment } from '../sca/confirm-sca-factor-enrollment.ts';
import { deleteScaFactor } from '../sca/delete-sca-factor.ts';
import { getTwoFactorResetStatus } from '../sca/get-two-factor-reset-status.ts';
import { listScaFactors } from '../sca/list-sca-factors.ts';
import { recordSecurityEvent } from '../sca/record-security-event.ts';
import { startScaFactorEnrollment } from '../sca/start-sca-factor-enrollment.ts';
import { startScaLogin } from '../sca/start-sca-login.ts';
import { startTwoFactorReset } from '../sca/start-two-factor-reset.ts';
import { createToken } from '../tokens/create-token.ts';
import { deleteTokenById } from '../tokens/delete-token-by-id.ts';
import { getTokenById } from '../tokens/get-token-by-id.ts';
import { listTokens } from '../tokens/list-tokens.ts';
import { approvePendingPayment } from '../transactions/approve-pending-payment.ts';
import { cancelTransaction } from '../transactions/cancel-transaction.ts';
import { confirmReceiptDelivery } from '../transactions/confirm-receipt-delivery.ts';
import { getTransactionById } from '../transactions/get-transaction-by-id.ts';
import { listTransactions } from '../transactions/list-transactions.ts';
import { rejectPendingPayment } from '../transactions/reject-pending-payment.ts';
import { createTransferIn } from '../transfers/create-transfer-in.ts';
import { createTransferOut } from '../transfers/create-transfer-out.ts';
import { getAvailableUmaProviders } from '../uma-providers/get-available-uma-providers.ts';
import { listVasps } from '../vasps/list-vasps.ts';
import { createCustomerKycLink } from '../verifications/create-customer-kyc-link.ts';
import { createVerification } from '../verifications/create-verification.ts';
import { getVerification } from '../verifications/get-verification.ts';
import { listVerifications } from '../verifications/list-verifications.ts';
import { estimateCryptoWithdrawalFee } from '../withdrawals/estimate-crypto-withdrawal-fee.ts';
import type { NotImplemented } from './not-implemented.ts';
import type { ExternalHandler, Handler } from './operation.ts';

/** Work that reaches outside the database and therefore opens its own units. */
const external = [
  'advanceSandboxClock',
  'cancelTransaction',
  'lookupExternalAccount',
  'lookupUma',
  'sendTestWebhook',
  'updateSandboxClock',
] as const satisfies readonly OperationId[];

type External = (typeof external)[number];

type Handlers = { readonly [O in Exclude<OperationId, External | NotImplemented>]: Handler<O> } & {
  readonly [O in External]: ExternalHandler<O>;
};

/** Every operation of the specification with its handler; a missing one that is not listed as such does not compile. */
export const handlers: Handlers = {
  estimateCryptoWithdrawalFee,
  getAvailableUmaProviders,
  getDiscoveries,
  listVasps,
  advanceSandboxClock,
  approvePendingPayment,
  authorizeQuote,
  cancelTransaction,
  completeScaLogin,
  completeTwoFactorReset,
  confirmBeneficiaryTrust,
  confirmBeneficiaryUntrust,
  confirmCustomerEmailVerification,
  confirmCustomerPhoneVerification,
  confirmReceiptDelivery,
  confirmScaFactorEnrollment,
  createBeneficialOwner,
  createCustomer,
  createCustomerExternalAccount,
  createCustomerKycLink,
  createExternalAccountOwnershipChallenge,
  createPlatformExternalAccount,
  createPlatformExternalAccountOwnershipChallenge,
  createQuote,
  createToken,
  createTransferIn,
  createTransferOut,
  createVerification,
  deleteCustomerById,
  deleteCustomerExternalAccountById,
  deleteDocument,
  deletePlatformExternalAccountById,
  deleteScaFactor,
  deleteTokenById,
  executeQuote,
  getBeneficialOwner,
  getBulkCustomerImportJob,
  getCustomerById,
  getCustomerExternalAccountById,
  getDocument,
  getEndUserTerms,
  getExchangeRates,
  getPlatformConfig,
  getPlatformExternalAccountById,
  getQuoteById,
  getSandboxClock,
  getTokenById,
  getTransactionById,
  getTwoFactorResetStatus,
  getVerification,
  listBeneficialOwners,
  listCustomerExternalAccounts,
  listCustomerInternalAccounts,
  listCustomers,
  listDocuments,
  listPlatformExternalAccounts,
  listPlatformInternalAccounts,
  listScaFactors,
  listTokens,
  listTransactions,
  listVerifications,
  lookupExternalAccount,
  lookupUma,
  recordSecurityEvent,
  rejectPendingPayment,
  replaceDocument,
  resendQuoteScaCode,
  sandboxDeposit,
  sandboxFundInternalAccount,
  sandboxReceive,
  sandboxSend,
  sandboxSetInternalAccountStatus,
  sendCustomerEmailVerification,
  sendCustomerPhoneVerification,
  sendTestWebhook,
  startBeneficiaryTrust,
  startBeneficiaryUntrust,
  startScaFactorEnrollment,
  startScaLogin,
  startTwoFactorReset,
  updateBeneficialOwner,
  updateCustomerById,
  updatePlatformConfig,
  updateSandboxClock,
  uploadCustomersCsv,
  uploadDocument,
  verifyExternalAccountOwnership,
  verifyPlatformExternalAccountOwnership,
};

const externalOperations: ReadonlySet<string> = new Set(external);

export function isExternal(operationId: OperationId): boolean {
  return externalOperations.has(operationId);
}
