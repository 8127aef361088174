import type { VerificationError } from '@payments-platform/types';
import type { HostedResult } from '../../engines/hosted-pages/hosted-page.ts';
import type { Identity } from '../../engines/identity/identity.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { findPlatform, type PlatformRow } from '../../platform/platforms/find-platform.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { unverifiedChannel } from '../customers/contact-channels.ts';
import { transitionVerification } from '../customers/transition-verification.ts';
import { markDocumentsSubmitted } from '../documents/documents-of-customer.ts';
import { decideOwner } from '../owners/owners-of.ts';
import {
  type CheckResult,
  checkSubmission,
  ownersOutcome,
  ownOutcome,
  refuseFirstFile,
  standingRefusals,
} from './decide.ts';
import { missingParts } from './missing-parts.ts';
import { moveVerification } from './move-verification.ts';
import { problemsOf } from './review-after-change.ts';
import { gatherSubmission, type Submission } from './submission.ts';
import { refusedFilesOf, type VerificationRow } from './verification-row.ts';
import { findVerificationOf } from './verifications-repository.ts';

/**
 * Submits a locked customer who is not decided: lists what is missing, or checks the submission and records the
 * result. A submission that is being checked stays unchanged.
 */
export async function submitCustomer(context: WorkContext, customer: CustomerRow): Promise<VerificationRow> {
  const { unit, tenant, deps } = context;
  requireAdapter(deps.identity);
  const verification = await findVerificationOf(unit, tenant, customer.id);
  if (verification?.status === 'IN_PROGRESS' || verification?.status === 'PENDING_MANUAL_REVIEW') return verification;
  const platform = await findPlatform(unit, tenant);
  const submission = await gatherSubmission(context, customer);
  const begun = verification ?? { customerId: customer.id };

  const atOnce = withoutPaperwork(deps.identity, platform, submission);
  if (atOnce !== undefined) return record(context, submission, moveVerification(context, begun, 'SUBMIT'), atOnce);
  const errors = problemsOf(submission, verification);
  if (errors.length > 0) return recordIncomplete(context, customer, begun, errors);
  markDocumentsSubmitted(context, customer.id);
  const past = {
    isFirstSubmission: verification === undefined,
    refused: verification === undefined ? [] : refusedFilesOf(verification),
  };
  const result = checkSubmission(deps.identity, submission, past);
  return record(context, submission, moveVerification(context, begun, 'SUBMIT'), result);
}

/** Records what a submission lacks, on the verification and in the status of the customer. */
async function recordIncomplete(
  context: WorkContext,
  customer: CustomerRow,
  begun: Parameters<typeof moveVerification>[1],
  errors: VerificationError[],
): Promise<VerificationRow> {
  const incomplete = moveVerification(context, begun, 'SUBMIT_INCOMPLETE', { errors });
  await transitionVerification(context, customer, 'SUBMIT_INCOMPLETE');
  return incomplete;
}

/**
 * Records the result of a hosted check. The provider behind the page collects its own data, so stored data matters
 * only for the list of what is missing and for the contact channels: a channel that changed since the link was
 * created must be verified here.
 */
export async function recordHostedCheck(
  context: WorkContext,
  customer: CustomerRow,
  trigger: CheckResult['trigger'],
): Promise<HostedResult> {
  const verification = await findVerificationOf(context.unit, context.tenant, customer.id);
  if (verification?.status === 'IN_PROGRESS' || verification?.status === 'PENDING_MANUAL_REVIEW') return 'MOOT';
  const submission = await gatherSubmission(context, customer);
  const known = verification ?? { customerId: customer.id };
  if (unverifiedChannel(customer) !== undefined) {
    await recordIncomplete(context, customer, known, problemsOf(submission, verification));
    return 'SETTLED';
  }
  const begun = moveVerification(context, known, 'SUBMIT');
  if (trigger !== 'REFUSE') {
    await record(context, submission, begun, { trigger });
  } else if (missingParts(submission).length === 0) {
    await record(context, submission, begun, refuseFirstFile(submission, 'POOR_QUALITY_DOCUMENT'));
  } else {
    moveVerification(context, begun, 'REFUSE', { errors: problemsOf(submission, begun) });
    await transitionVerification(context, customer, 'REFUSE');
  }
  return 'SETTLED';
}

/** If the platform skips paperwork, a business is decided at once, unless its check requires a submission. */
function withoutPaperwork(checks: Identity, platform: PlatformRow, submission: Submission): CheckResult | undefined {
  if (platform.skips_verification_paperwork === 0 || submission.identity.customerType !== 'BUSINESS') return undefined;
  const own = ownOutcome(checks, submission);
  const owners = ownersOutcome(checks, submission);
  if (own === 'REJECT' || owners === 'REJECT') return { trigger: 'REJECT' };
  return own === 'APPROVE' && owners === 'APPROVE' ? { trigger: 'APPROVE' } : undefined;
}

/** Records the result of a check on the verification, the customer and the beneficial owners. */
async function record(
  context: WorkContext,
  submission: Submission,
  verification: VerificationRow,
  result: CheckResult,
): Promise<VerificationRow> {
  const { customer } = submission;
  if (result.trigger === 'REFUSE') {
    const refused = [...refusedFilesOf(verification), ...result.refused];
    const errors = [...missingParts(submission), ...standingRefusals(submission, refused)];
    const moved = moveVerification(context, verification, 'REFUSE', { errors, refused });
    await transitionVerification(context, customer, 'REFUSE');
    return moved;
  }
  const moved = moveVerification(context, verification, result.trigger);
  decideOwners(context, submission, result.trigger);
  await transitionVerification(context, customer, result.trigger === 'REVIEW' ? 'SUBMIT' : result.trigger);
  return moved;
}

/** Owners are decided with their business, each by their own name; a review leaves all of them pending. */
function decideOwners(context: WorkContext, { owners }: Submission, trigger: 'APPROVE' | 'REJECT' | 'REVIEW'): void {
  const statuses = { REVIEW: 'PENDING', REJECT: 'REJECTED', APPROVE: 'APPROVED', REFUSE: 'APPROVED' } as const;
  for (const { id, lastName } of owners) {
    decideOwner(
      context,
      id,
      trigger === 'REVIEW' ? 'PENDING' : statuses[context.deps.identity.outcomeOfOwner(lastName)],
    );
  }
}
