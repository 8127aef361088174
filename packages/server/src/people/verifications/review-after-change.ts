import { isDeepStrictEqual } from 'node:util';
import type { VerificationError } from '@payments-platform/types';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findCustomerRow } from '../customer-records/customer-records.ts';
import { standingRefusals } from './decide.ts';
import { missingParts } from './missing-parts.ts';
import { moveVerification } from './move-verification.ts';
import { gatherSubmission, type Submission } from './submission.ts';
import { refusedFilesOf, type VerificationRow } from './verification-row.ts';
import { findVerificationOf, updateVerification } from './verifications-repository.ts';

/** Everything that prevents a submission now. */
export function problemsOf(submission: Submission, verification: VerificationRow | undefined): VerificationError[] {
  const refused = verification === undefined ? [] : refusedFilesOf(verification);
  return [...missingParts(submission), ...standingRefusals(submission, refused)];
}

/**
 * Reviews the verification of a customer after a change: corrected problems leave its list, and once the list is
 * empty the customer can be submitted again.
 */
export async function reviewAfterChange(context: WorkContext, customerId: string): Promise<void> {
  const { unit, tenant, now } = context;
  const verification = await findVerificationOf(unit, tenant, customerId);
  if (verification === undefined) return;
  const { status } = verification;
  if (status !== 'RESOLVE_ERRORS' && status !== 'READY_FOR_VERIFICATION') return;
  const customer = await findCustomerRow(unit, tenant, customerId);
  if (customer === undefined) throw new Error(`${customerId} has a verification but does not exist`);
  const errors = problemsOf(await gatherSubmission(context, customer), verification);
  if (status === 'READY_FOR_VERIFICATION') {
    if (errors.length > 0) moveVerification(context, verification, 'UNDO', { errors });
  } else if (errors.length === 0) {
    moveVerification(context, verification, 'COMPLETE');
  } else if (!isDeepStrictEqual(errors, readJson(verification.errors))) {
    updateVerification(unit, { ...verification, errors: writeJson(errors), updated_at: now });
  }
}
