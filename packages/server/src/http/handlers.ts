import type { OperationId } from '@payments-platform/types';
import { completeScaLogin } from '../access/sca/complete-sca-login.ts';
import { completeTwoFactorReset } from '../access/sca/complete-two-factor-reset.ts';
import { confirmScaFactorEnrollment } from '../access/sca/confirm-sca-factor-enrollment.ts';
import { deleteScaFactor } from '../access/sca/delete-sca-factor.ts';
import { getTwoFactorResetStatus } from '../access/sca/get-two-factor-reset-status.ts';
import { listScaFactors } from '../access/sca/list-sca-factors.ts';
import { recordSecurityEvent } from '../access/sca/record-security-event.ts';
import { startScaFactorEnrollment } from '../access/sca/start-sca-factor-enrollment.ts';
import { startScaLogin } from '../access/sca/start-sca-login.ts';
import { startTwoFactorReset } from '../access/sca/start-two-factor-reset.ts';
import { createToken } from '../access/tokens/create-token.ts';
import { deleteTokenById } from '../access/tokens/delete-token-by-id.ts';
import { getTokenById } from '../access/tokens/get-token-by-id.ts';
import { listTokens } from '../access/tokens/list-tokens.ts';
import { confirmBeneficiaryTrust } from '../accounts/external/confirm-beneficiary-trust.ts';
import { confirmBeneficiaryUntrust } from '../accounts/external/confirm-beneficiary-untrust.ts';
import { createCustomerExternalAccount } from '../accounts/external/create-customer-external-account.ts';
import { createPlatformExternalAccount } from '../accounts/external/create-platform-external-account.ts';
import { deleteCustomerExternalAccountById } from '../accounts/external/delete-customer-external-account-by-id.ts';
import { deletePlatformExternalAccountById } from '../accounts/external/delete-platform-external-account-by-id.ts';
import { getCustomerExternalAccountById } from '../accounts/external/get-customer-external-account-by-id.ts';
import { getPlatformExternalAccountById } from '../accounts/external/get-platform-external-account-by-id.ts';
import { listCustomerExternalAccounts } from '../accounts/external/list-customer-external-accounts.ts';
import { listPlatformExternalAccounts } from '../accounts/external/list-platform-external-accounts.ts';
import { startBeneficiaryTrust } from '../accounts/external/start-beneficiary-trust.ts';
import { startBeneficiaryUntrust } from '../accounts/external/start-beneficiary-untrust.ts';
import { listCustomerInternalAccounts } from '../accounts/internal/list-customer-internal-accounts.ts';
import { listPlatformInternalAccounts } from '../accounts/internal/list-platform-internal-accounts.ts';
import { createExternalAccountOwnershipChallenge } from '../accounts/ownership/create-external-account-ownership-challenge.ts';
import { createPlatformExternalAccountOwnershipChallenge } from '../accounts/ownership/create-platform-external-account-ownership-challenge.ts';
import { verifyExternalAccountOwnership } from '../accounts/ownership/verify-external-account-ownership.ts';
import { verifyPlatformExternalAccountOwnership } from '../accounts/ownership/verify-platform-external-account-ownership.ts';
import type { ExternalHandler, Handler } from '../operation/operation.ts';
import { estimateCryptoWithdrawalFee } from '../payments/pricing/estimate-crypto-withdrawal-fee.ts';
import { getExchangeRates } from '../payments/pricing/get-exchange-rates.ts';
import { authorizeQuote } from '../payments/quotes/authorize-quote.ts';
import { createQuote } from '../payments/quotes/create-quote.ts';
import { executeQuote } from '../payments/quotes/execute-quote.ts';
import { getQuoteById } from '../payments/quotes/get-quote-by-id.ts';
import { resendQuoteScaCode } from '../payments/quotes/resend-quote-sca-code.ts';
import { lookupExternalAccount } from '../payments/receivers/lookup-external-account.ts';
import { lookupUma } from '../payments/receivers/lookup-uma.ts';
import { approvePendingPayment } from '../payments/transactions/approve-pending-payment.ts';
import { cancelTransaction } from '../payments/transactions/cancel-transaction.ts';
import { confirmReceiptDelivery } from '../payments/transactions/confirm-receipt-delivery.ts';
import { getTransactionById } from '../payments/transactions/get-transaction-by-id.ts';
import { listTransactions } from '../payments/transactions/list-transactions.ts';
import { rejectPendingPayment } from '../payments/transactions/reject-pending-payment.ts';
import { createTransferIn } from '../payments/transfers/create-transfer-in.ts';
import { createTransferOut } from '../payments/transfers/create-transfer-out.ts';
import { confirmCustomerEmailVerification } from '../people/contact/confirm-customer-email-verification.ts';
import { confirmCustomerPhoneVerification } from '../people/contact/confirm-customer-phone-verification.ts';
import { sendCustomerEmailVerification } from '../people/contact/send-customer-email-verification.ts';
import { sendCustomerPhoneVerification } from '../people/contact/send-customer-phone-verification.ts';
import { createCustomer } from '../people/customers/create-customer.ts';
import { deleteCustomerById } from '../people/customers/delete-customer-by-id.ts';
import { getCustomerById } from '../people/customers/get-customer-by-id.ts';
import { getEndUserTerms } from '../people/customers/get-end-user-terms.ts';
import { listCustomers } from '../people/customers/list-customers.ts';
import { updateCustomerById } from '../people/customers/update-customer-by-id.ts';
import { deleteDocument } from '../people/documents/delete-document.ts';
import { getDocument } from '../people/documents/get-document.ts';
import { listDocuments } from '../people/documents/list-documents.ts';
import { replaceDocument } from '../people/documents/replace-document.ts';
import { uploadDocument } from '../people/documents/upload-document.ts';
import { getBulkCustomerImportJob } from '../people/imports/get-bulk-customer-import-job.ts';
import { uploadCustomersCsv } from '../people/imports/upload-customers-csv.ts';
import { createBeneficialOwner } from '../people/owners/create-beneficial-owner.ts';
import { getBeneficialOwner } from '../people/owners/get-beneficial-owner.ts';
import { listBeneficialOwners } from '../people/owners/list-beneficial-owners.ts';
import { updateBeneficialOwner } from '../people/owners/update-beneficial-owner.ts';
import { createCustomerKycLink } from '../people/verifications/create-customer-kyc-link.ts';
import { createVerification } from '../people/verifications/create-verification.ts';
import { getVerification } from '../people/verifications/get-verification.ts';
import { listVerifications } from '../people/verifications/list-verifications.ts';
import { getPlatformConfig } from '../platform/config/get-platform-config.ts';
import { updatePlatformConfig } from '../platform/config/update-platform-config.ts';
import { getAvailableUmaProviders } from '../platform/directories/get-available-uma-providers.ts';
import { getDiscoveries } from '../platform/directories/get-discoveries.ts';
import { listVasps } from '../platform/directories/list-vasps.ts';
import { advanceSandboxClock } from '../sandbox/clock/advance-sandbox-clock.ts';
import { getSandboxClock } from '../sandbox/clock/get-sandbox-clock.ts';
import { updateSandboxClock } from '../sandbox/clock/update-sandbox-clock.ts';
import { sandboxDeposit } from '../sandbox/operations/sandbox-deposit.ts';
import { sandboxFundInternalAccount } from '../sandbox/operations/sandbox-fund-internal-account.ts';
import { sandboxReceive } from '../sandbox/operations/sandbox-receive.ts';
import { sandboxSend } from '../sandbox/operations/sandbox-send.ts';
import { sandboxSetInternalAccountStatus } from '../sandbox/operations/sandbox-set-internal-account-status.ts';
import { sendTestWebhook } from '../sandbox/operations/send-test-webhook.ts';
import type { NotImplemented } from './not-implemented.ts';

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
