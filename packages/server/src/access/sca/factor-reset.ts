import type { TwoFactorResetStage, TwoFactorResetStatus } from '@payments-platform/types';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { hourMs, type Instant } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { type FactorResetRow, findResetRow } from './factor-resets-repository.ts';

export const resetLifeMs = hourMs;

const ended: ReadonlySet<TwoFactorResetStage> = new Set<TwoFactorResetStage>(['COMPLETED', 'REJECTED', 'EXPIRED']);

/** The stage of a reset now. It follows from the stored status, the end of the review and the expiry. */
export function stageOf(row: FactorResetRow, now: Instant): TwoFactorResetStage {
  let { status } = row;
  if (status === 'PENDING_REVIEW' && row.review_ends_at !== null && row.review_ends_at <= now)
    status = move(status, row.review_passes === 1 ? 'PASS' : 'REJECT');
  if (!ended.has(status) && row.expires_at <= now) status = move(status, 'EXPIRE');
  return status;
}

function move(from: TwoFactorResetStage, trigger: TriggerOf<'factor-reset'>): TwoFactorResetStage {
  return mustMove('factor-reset', from, trigger).to;
}

export function isOver(stage: TwoFactorResetStage): boolean {
  return ended.has(stage);
}

/** The reset of this customer. The refusal does not reveal whether the id belongs to another customer. */
export async function findReset(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  customerId: string,
  resetId: string,
): Promise<FactorResetRow | Refusal<'NOT_FOUND'>> {
  const row = await findResetRow(unit, tenant, resetId);
  if (row?.customer_id === customerId) return row;
  return refuse('NOT_FOUND', `The customer has no factor reset ${resetId}. Check the id, or start a new reset.`);
}

export function viewReset(row: FactorResetRow, now: Instant): TwoFactorResetStatus {
  return {
    status: stageOf(row, now),
    factor: row.factor,
    enrollmentStatus: row.enrollment_status,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
  };
}
