import type { HostedOutcome, HostedPageRow } from '../../engines/hosted-pages/hosted-page.ts';
import type { CheckOutcome } from '../../engines/identity/identity.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { HostedPurpose } from '../../operation/hosted-purpose.ts';
import { isRefusal } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { showCheck } from '../customers/verification.ts';
import { ownersOutcome, ownOutcome } from './decide.ts';
import { gatherSubmission } from './submission.ts';
import { recordHostedCheck } from './submit.ts';

const outcomes: Readonly<Record<CheckOutcome, HostedOutcome>> = {
  APPROVE: 'APPROVE',
  REJECT: 'DECLINE',
  REVIEW: 'REVIEW',
  REFUSE: 'NEEDS_MORE',
};
const triggers: Readonly<Record<HostedOutcome, CheckOutcome>> = {
  APPROVE: 'APPROVE',
  DECLINE: 'REJECT',
  REVIEW: 'REVIEW',
  NEEDS_MORE: 'REFUSE',
};

/** The page on which a customer is verified. */
export const kycPage: HostedPurpose = {
  heading: 'Verify your identity',
  explanation: 'Here a customer shows documents to the identity provider, and a business also names its owners.',
  choices: [
    { outcome: 'APPROVE', label: 'Everything is in order: approve' },
    { outcome: 'DECLINE', label: 'The customer cannot be served: reject' },
    { outcome: 'REVIEW', label: 'It is unclear: send it to manual review' },
    { outcome: 'NEEDS_MORE', label: 'Something is missing: request more' },
  ],
  suggest: async (context, page) => {
    const customer = await undecided(context, page);
    if (customer === undefined) return 'APPROVE';
    const submission = await gatherSubmission(context, customer);
    const found = [ownOutcome(context.deps.identity, submission), ownersOutcome(context.deps.identity, submission)];
    const first = (['REJECT', 'REVIEW', 'REFUSE'] as const).find((ending) => found.includes(ending));
    return outcomes[first ?? 'APPROVE'];
  },
  settle: async (context, page, outcome) => {
    const customer = await undecided(context, page);
    return customer === undefined ? 'MOOT' : recordHostedCheck(context, customer, triggers[outcome]);
  },
};

/** The customer of the page, if still undecided. */
async function undecided(
  { unit, tenant }: WorkContext,
  { subject_id: customerId }: HostedPageRow,
): Promise<CustomerRow | undefined> {
  const customer = await lockActiveCustomer(unit, tenant, customerId);
  if (isRefusal(customer)) return undefined;
  const { verificationStatus } = showCheck(customer);
  return verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED' ? undefined : customer;
}
