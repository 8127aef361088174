import type { ApprovePaymentRequest, FieldError } from '@payments-platform/types';
import { factErrors } from '../../engines/uma/field-names.ts';
import {
  afterRequest,
  type Call,
  type Handler,
  type Outcome,
  type Refusal,
  refuse,
  refuseFieldErrors,
  withFieldRules,
} from '../../operation/operation.ts';
import { approveUmaPayment, awaitsDecision } from './decide-uma-payment.ts';
import { findTransaction, unknownTransaction } from './find-transaction.ts';
import { missingPayeeFields } from './payee-fields.ts';
import { unlessMoved } from './transaction-moved.ts';
import type { TransactionRow } from './transaction-row.ts';
import { viewTransaction } from './transaction-view.ts';
import { detailsOf, findUnusableParty, type UnusableParty } from './unusable-party.ts';

/** If a module above has made the payment wait, it is decided there first, in units of its own. */
export const approvePendingPayment: Handler<'approvePendingPayment'> = withFieldRules(
  receiverErrors,
  afterRequest(
    (call) => call.deps.lifeCycle.decidePayment(call, call.input.path.transactionId, { isApproved: true }),
    async (call, decided) => {
      const id = call.input.path.transactionId;
      const row = await findTransaction(call.unit, call.tenant, id);
      if (row === undefined) return unknownTransaction(id);
      if (decided === 'DECIDED') return { status: 200, body: viewTransaction(row) };
      return decided === undefined ? approveUma(call, row) : notWaiting();
    },
  ),
);

/** The sender's provider would refuse or ignore such a fact about the receiver. */
function receiverErrors(body: Pick<ApprovePaymentRequest, 'receiverCustomerInfo'> = {}): FieldError[] {
  return factErrors('receiverCustomerInfo', body.receiverCustomerInfo);
}

async function approveUma(
  call: Call<'approvePendingPayment'>,
  row: TransactionRow,
): Promise<Outcome<'approvePendingPayment'>> {
  const { input, now } = call;
  const wrong = refuseFieldErrors(receiverErrors(input.body));
  if (wrong !== undefined) return wrong;
  if (!awaitsDecision(row, now)) return notWaiting();
  const given = input.body?.receiverCustomerInfo ?? {};
  const missing = await missingPayeeFields(call, row, given);
  if (missing.length > 0) {
    return refuse(
      'MISSING_MANDATORY_USER_INFO',
      `The sender's provider requires ${missing.join(', ')} of the receiver. Send them in receiverCustomerInfo.`,
      {
        errors: missing.map((name) => ({
          field: `receiverCustomerInfo.${name}`,
          message: "Required by the sender's provider.",
        })),
      },
    );
  }
  const unusable = await findUnusableParty(call, row);
  if (unusable !== undefined) return refuseCredit(unusable);
  const approved = await unlessMoved(approveUmaPayment(call, row, given));
  return approved === undefined ? notWaiting() : { status: 200, body: viewTransaction(approved) };
}

function refuseCredit(unusable: UnusableParty): Refusal<'CONFLICT'> {
  const { id, state } = unusable;
  const next = 'Reject the payment, or approve it in time once';
  const reason = id.includes(':')
    ? `${id}, the account that the payment would credit, is ${state}. ${next} the account is ACTIVE.`
    : `${id} is not among the platform's currencies now. ${next} it is in supportedCurrencies.`;
  return refuse('CONFLICT', reason, detailsOf(unusable));
}

export function notWaiting(): Refusal<'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'> {
  return refuse(
    'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    'The payment is not waiting for a decision of the platform: it never was, it was decided before, or the five seconds are over. Read it to see its status.',
  );
}
