import type { StateEventOf } from '@payments-platform/types';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { updateCustomer } from '../customer-records/customer-records.ts';
import type { CheckStatus, CustomerRow } from '../customer-records/tables.ts';
import { showCustomer } from './show-customer.ts';
import { showCheck } from './verification.ts';

type Trigger = Exclude<TriggerOf<'customer'>, 'CREATE' | 'CREATE_APPROVED' | 'CREATE_REJECTED' | 'CREATE_INCOMPLETE'>;

/**
 * The stored status after each move. `HOLD` means that a check requested more; `RESOLVE_ERRORS` means that the
 * submission was incomplete.
 */
const stored: Readonly<Record<Trigger, CheckStatus>> = {
  SUBMIT: 'PENDING',
  SUBMIT_INCOMPLETE: 'RESOLVE_ERRORS',
  REFUSE: 'HOLD',
  APPROVE: 'APPROVED',
  REJECT: 'REJECTED',
};

/** Moves a locked customer by its state table and emits the event of the move, if it has one. */
export async function transitionVerification(
  context: WorkContext,
  row: CustomerRow,
  trigger: Trigger,
): Promise<CustomerRow> {
  const { unit, tenant, now, deps } = context;
  const { event } = mustMove('customer', showCheck(row).verificationStatus, trigger);
  const sequence = event === undefined ? row.sequence : row.sequence + 1;
  // A customer whose check is on hold stays so until a complete submission.
  const isHeld = row.verification_status === 'HOLD' && trigger === 'SUBMIT_INCOMPLETE';
  const status = isHeld ? 'HOLD' : stored[trigger];
  const moved: CustomerRow = { ...row, verification_status: status, sequence, updated_at: now };
  await updateCustomer(unit, moved);
  if (event !== undefined) {
    const type = row.customer_type === 'BUSINESS' ? eventOfBusiness(event) : event;
    const data = await showCustomer(context, moved);
    appendEvents({ unit, tenant, now, ids: deps.ids }, [{ type, resourceId: row.id, sequence, data }]);
  }
  return moved;
}

type OfPerson = NonNullable<StateEventOf<'customer'>>;
type OfBusiness<Event> = Event extends `${infer Start}.KYC_${infer End}` ? `${Start}.KYB_${End}` : Event;

/** The table names the events of a person; a business emits the same ones under its own name. */
function eventOfBusiness(event: OfPerson): OfBusiness<OfPerson> {
  return event.replace('.KYC_', '.KYB_') as OfBusiness<OfPerson>;
}
