import type { Target } from '../targets/target.ts';
import { configurationCases } from './configuration.case.ts';
import { consentCases } from './consent.case.ts';
import { contactVerificationCases } from './contact-verification.case.ts';
import { customerCases } from './customers.case.ts';
import { documentCases } from './documents.case.ts';
import { errorCases } from './errors.case.ts';
import { everyOperationCases } from './every-operation.case.ts';
import { exchangeRateCases } from './exchange-rates.case.ts';
import { expiryCases } from './expiry.case.ts';
import { externalAccountCases } from './external-accounts.case.ts';
import { firstPaymentCases } from './first-payment.case.ts';
import { idempotencyCases } from './idempotency.case.ts';
import { internalTransferCases } from './internal-transfer.case.ts';
import { ownershipCases } from './ownership.case.ts';
import { paginationCases } from './pagination.case.ts';
import { paymentOutcomeCases } from './payment-outcomes.case.ts';
import { pricingCases } from './pricing.case.ts';
import { quoteExecutionCases } from './quote-execution.case.ts';
import { quoteRefusalCases } from './quote-refusals.case.ts';
import { sandboxClockCases } from './sandbox-clock.case.ts';
import { tokenCases } from './tokens.case.ts';
import { webhookCases } from './webhooks.case.ts';

/** All scenarios, in the order in which an integrator meets them. */
export function everyCase(target: Target): void {
  firstPaymentCases(target);
  paymentOutcomeCases(target);
  expiryCases(target);
  internalTransferCases(target);
  pricingCases(target);
  quoteExecutionCases(target);
  quoteRefusalCases(target);
  exchangeRateCases(target);
  configurationCases(target);
  customerCases(target);
  consentCases(target);
  contactVerificationCases(target);
  documentCases(target);
  externalAccountCases(target);
  ownershipCases(target);
  idempotencyCases(target);
  paginationCases(target);
  webhookCases(target);
  sandboxClockCases(target);
  tokenCases(target);
  errorCases(target);
  everyOperationCases(target);
}
