import type { WorkContext } from '../../operation/deps.ts';
import { failOperation, isFundingExpired, recordFunding } from './move-operation.ts';
import { lockOperation } from './operations-repository.ts';
import type { StablecoinOperationRow } from './tables.ts';

/**
 * Records an arrival for an operation. Returns the operation, moved if it was waiting for funding. Of a concurrent
 * arrival and expiry, one finds it waiting.
 */
export async function receiveFunding(
  context: WorkContext,
  id: string,
  units: bigint | undefined,
): Promise<{ readonly row: StablecoinOperationRow; readonly isReceived: boolean } | undefined> {
  const row = await lockOperation(context.unit, context.tenant, id);
  if (row === undefined || row.status === 'CREATED') return undefined;
  if (row.status !== 'PENDING_FUNDING' || isFundingExpired(row, context.now)) return { row, isReceived: false };
  const isAll = units === undefined || units === BigInt(row.amount);
  // The timer is due at once, so that the provider is polled right after the arrival.
  const moved = isAll
    ? await recordFunding(context, row, 'processing', context.now)
    : await failOperation(context, row, 'FUNDING_MISMATCH', 'funding_mismatch');
  return { row: moved, isReceived: true };
}
