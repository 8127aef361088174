import type { WebhookAnswer } from '../../engines/outbox/send.ts';
import { usableFacts } from '../../engines/uma/field-names.ts';
import { umaAddress } from '../../engines/uma/uma-address.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import { isJsonObject, parseJson } from '../../ground/json/json-text.ts';
import type { Deps, ServerDeps, WorkContext } from '../../operation/deps.ts';
import { addPayerInformation, approveUmaPayment, awaitsDecision, endUmaPayment } from './decide-uma-payment.ts';
import { findTransaction } from './find-transaction.ts';
import { missingPayeeFields } from './payee-fields.ts';
import { TransactionMoved } from './transaction-moved.ts';
import type { TransactionRow } from './transaction-row.ts';
import { findUnusableParty } from './unusable-party.ts';

interface Asked {
  readonly tenant: number;
  readonly type: string;
  readonly resource_id: string;
}

/**
 * The webhook response to INCOMING_PAYMENT.PENDING of a UMA payment is the platform's decision: 200 approves, 403
 * rejects, 422 requests more information. Any other 2xx status, and 409, only acknowledge the event.
 */
export async function decideFromWebhookResponse(
  server: ServerDeps,
  { tenant, type, resource_id: id }: Asked,
  answer: WebhookAnswer,
): Promise<void> {
  if (type !== 'INCOMING_PAYMENT.PENDING') return;
  const deps = await server.forTenant(tenant);
  const asked = await deps.database.read((unit) => findTransaction(unit, tenant, id));
  if (asked === undefined || !awaitsDecision(asked, deps.clock.now())) return;
  const decide = await readDecision(deps, asked, answer);
  if (decide === undefined) return;
  try {
    const now = deps.clock.now();
    await deps.database.transaction(async (unit) => {
      const row = await findTransaction(unit, tenant, id);
      if (row !== undefined && awaitsDecision(row, now)) await decide({ unit, tenant, now, deps }, row);
    });
  } catch (error) {
    // The platform decided with a request, or the time ran out, while the response was read.
    if (!(error instanceof TransactionMoved)) throw error;
  }
}

type Decision = (context: WorkContext, row: TransactionRow) => Promise<unknown>;

async function readDecision(deps: Deps, row: TransactionRow, answer: WebhookAnswer): Promise<Decision | undefined> {
  if (answer.statusCode === null) return broken;
  switch (answer.statusCode) {
    case 200:
      return (context, current) =>
        approve(context, current, usableFacts(objectIn(answer.body, 'receiverCustomerInfo')));
    case 403:
      return (context, current) =>
        endUmaPayment(context, current, { trigger: 'REJECT', reason: textIn(answer.body, 'reason') });
    case 422:
      return ask(deps, row, namesIn(answer.body, 'requiredFields'));
    case 409:
      return undefined;
    default:
      return answer.statusCode >= 200 && answer.statusCode < 300 ? undefined : broken;
  }
}

const broken: Decision = (context, row) =>
  endUmaPayment(context, row, { trigger: 'FAIL', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' });

async function approve(context: WorkContext, row: TransactionRow, given: PartyInformation): Promise<unknown> {
  const missing = await missingPayeeFields(context, row, given);
  if ((await findUnusableParty(context, row)) !== undefined)
    return endUmaPayment(context, row, { trigger: 'FAIL', failureReason: 'ACCOUNT_CANNOT_RECEIVE' });
  return missing.length === 0
    ? approveUmaPayment(context, row, given)
    : endUmaPayment(context, row, { trigger: 'FAIL', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' });
}

/** The payment is rejected if the provider does not disclose every requested field of the payer. */
async function ask(deps: Deps, row: TransactionRow, fields: readonly string[]): Promise<Decision> {
  const more = await deps.uma.askAboutPayer(umaAddress(row.source_identifier ?? ''), fields);
  return fields.every((name) => more[name] !== undefined)
    ? (context, current) => addPayerInformation(context, current, more)
    : (context, current) => endUmaPayment(context, current, { trigger: 'REJECT', reason: null });
}

/** A body that cannot be parsed has no members. */
function memberOf(body: string, name: string): unknown {
  try {
    const parsed = parseJson(body);
    return typeof parsed === 'object' && parsed !== null
      ? Object.getOwnPropertyDescriptor(parsed, name)?.value
      : undefined;
  } catch {
    return undefined;
  }
}

function objectIn(body: string, name: string): PartyInformation {
  const value = memberOf(body, name);
  return isJsonObject(value) ? value : {};
}

/** The longest reason that is stored. */
const longestReason = 500;

function textIn(body: string, name: string): string | null {
  const value = memberOf(body, name);
  return typeof value === 'string' ? value.slice(0, longestReason) : null;
}

function namesIn(body: string, name: string): string[] {
  const value = memberOf(body, name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
