import type { VerificationError } from '@payments-platform/types';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { RefusedFile, VerificationRow } from './verification-row.ts';
import { viewVerification } from './verification-view.ts';
import { insertVerification, updateVerification } from './verifications-repository.ts';

interface Change {
  readonly errors?: readonly VerificationError[];
  readonly refused?: readonly RefusedFile[];
}

/** Moves a verification by its state table and emits its event; creates it if there is none. */
export function moveVerification(
  context: WorkContext,
  row: VerificationRow | { readonly customerId: string },
  trigger: TriggerOf<'verification'>,
  { errors = [], refused }: Change = {},
): VerificationRow {
  const { unit, tenant, now, deps } = context;
  const known = 'id' in row ? row : undefined;
  const { to, event } = mustMove('verification', known?.status ?? null, trigger);
  const moved: VerificationRow = {
    tenant,
    id: known?.id ?? deps.ids.next('Verification'),
    customer_id: 'id' in row ? row.customer_id : row.customerId,
    status: to,
    errors: writeJson(errors),
    refused: refused === undefined ? (known?.refused ?? writeJson([])) : writeJson(refused),
    sequence: (known?.sequence ?? 0) + (event === undefined ? 0 : 1),
    created_at: known?.created_at ?? now,
    updated_at: now,
  };
  if (known === undefined) insertVerification(unit, moved);
  else updateVerification(unit, moved);
  if (event !== undefined) {
    appendEvents({ unit, tenant, now, ids: deps.ids }, [
      { type: event, resourceId: moved.id, sequence: moved.sequence, data: viewVerification(moved) },
    ]);
  }
  return moved;
}
