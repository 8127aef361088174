import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import type {
  AcceptedOperation,
  TokenFailure,
  TokenReport,
} from '../../engines/stablecoin-provider/token-operations.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { earliestOf, type Instant } from '../../ground/clock/instant.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isPaidHere, refundPayer, settleWithProvider } from './operation-entries.ts';
import { operationTimers, removeOperation, writeOperation } from './operations-repository.ts';
import type { StablecoinOperationRow } from './tables.ts';

type Fields = Partial<
  Pick<
    StablecoinOperationRow,
    'funding_instructions' | 'expires_at' | 'funded_at' | 'provider_status' | 'failure_reason'
  >
>;

interface Move {
  readonly trigger: TriggerOf<'stablecoin-operation'>;
  readonly fields: Fields;
  /** When the operation is due next; `null` if never. */
  readonly dueAt: Instant | null;
}

/** Moves a locked operation by its state table and posts the money that belongs to the move. */
async function moveOperation(
  context: WorkContext,
  row: StablecoinOperationRow,
  { trigger, fields, dueAt }: Move,
): Promise<StablecoinOperationRow> {
  const { unit, now } = context;
  const { to } = mustMove('stablecoin-operation', row.status, trigger);
  const moved: StablecoinOperationRow = { ...row, ...fields, status: to, updated_at: now };
  writeOperation(unit, moved);
  if (isPaidHere(row) && to === 'COMPLETED') await settleWithProvider(context, row);
  if (isPaidHere(row) && (to === 'FAILED' || to === 'EXPIRED')) await refundPayer(context, row);
  scheduleNext(context, row.id, dueAt);
  return moved;
}

/** Sets when an operation is due next. */
export function scheduleNext({ unit, tenant }: WorkContext, id: string, dueAt: Instant | null): void {
  const timer = { tenant, kind: operationTimers, id };
  if (dueAt === null) clearTimer(unit, timer);
  else setTimer(unit, timer, dueAt);
}

/** Records that the provider has accepted a noted operation. */
export function recordBegun(
  context: WorkContext,
  row: StablecoinOperationRow,
  { providerStatus, funding, nextPollAt }: AcceptedOperation,
): Promise<StablecoinOperationRow> {
  if (funding === null) {
    const fields = { provider_status: providerStatus };
    return moveOperation(context, row, { trigger: 'AWAIT_PROVIDER', fields, dueAt: nextPollAt });
  }
  const { expiresAt, instructions } = funding;
  const fields = {
    provider_status: providerStatus,
    expires_at: expiresAt,
    funding_instructions: writeJson<Readonly<Record<string, string>>>(instructions),
  };
  return moveOperation(context, row, {
    trigger: 'AWAIT_FUNDING',
    fields,
    dueAt: earliestOf([nextPollAt, expiresAt]) ?? null,
  });
}

/** Removes a noted operation that was not accepted, and refunds its money. */
export async function discardOperation(context: WorkContext, row: StablecoinOperationRow): Promise<void> {
  if (isPaidHere(row)) await refundPayer(context, row);
  removeOperation(context.unit, context.tenant, row.id);
  scheduleNext(context, row.id, null);
}

/** Records the provider's report about a locked operation that it has accepted. */
export async function recordReport(
  context: WorkContext,
  row: StablecoinOperationRow,
  report: TokenReport,
): Promise<StablecoinOperationRow> {
  if (report.kind === 'FAILED') return failOperation(context, row, report.reason, report.providerStatus);
  if (report.kind === 'WAITING') return recordWaiting(context, row, report);
  const nextPollAt = report.kind === 'FUNDED' ? report.nextPollAt : null;
  const funded =
    row.status === 'PROCESSING' ? row : await recordFunding(context, row, report.providerStatus, nextPollAt);
  if (report.kind === 'FUNDED') {
    scheduleNext(context, row.id, nextPollAt);
    return funded;
  }
  const fields = { provider_status: report.providerStatus };
  return moveOperation(context, funded, { trigger: 'SETTLE', fields, dueAt: null });
}

/** Records that the provider has received the wire, the debit or the tokens. */
export function recordFunding(
  context: WorkContext,
  row: StablecoinOperationRow,
  providerStatus: string,
  dueAt: Instant | null,
): Promise<StablecoinOperationRow> {
  const fields = { provider_status: providerStatus, funded_at: context.now };
  return moveOperation(context, row, { trigger: 'FUND', fields, dueAt });
}

export function failOperation(
  context: WorkContext,
  row: StablecoinOperationRow,
  reason: TokenFailure,
  providerStatus: string,
): Promise<StablecoinOperationRow> {
  const fields = { provider_status: providerStatus, failure_reason: reason };
  return moveOperation(context, row, { trigger: 'FAIL', fields, dueAt: null });
}

/** Nothing has arrived yet. Expires the operation if it is too late for that now. */
async function recordWaiting(
  context: WorkContext,
  row: StablecoinOperationRow,
  { providerStatus, nextPollAt }: Extract<TokenReport, { readonly kind: 'WAITING' }>,
): Promise<StablecoinOperationRow> {
  if (isFundingExpired(row, context.now)) {
    const fields = { provider_status: providerStatus };
    return moveOperation(context, row, { trigger: 'EXPIRE', fields, dueAt: null });
  }
  scheduleNext(context, row.id, earliestOf([nextPollAt, row.expires_at]) ?? null);
  return row;
}

/** Whether the time to send the money or the tokens is over. */
export function isFundingExpired({ status, expires_at: expiresAt }: StablecoinOperationRow, now: Instant): boolean {
  return status === 'PENDING_FUNDING' && expiresAt !== null && now >= expiresAt;
}
