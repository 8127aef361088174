import type { Unit } from '../../ground/database/unit.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { findDocument } from './documents-repository.ts';
import type { DocumentRow } from './tables.ts';

export const documentNotFound = refuse(
  'NOT_FOUND',
  'No document of the platform has this id, or it has been erased. List the documents to find it.',
);

export interface LockedDocument {
  readonly document: DocumentRow;
  /** `undefined` once the customer is deleted, since then nothing is left to verify. */
  readonly customer: CustomerRow | undefined;
}

/** A document for update. Its customer is locked first, as in a submission. */
export async function lockDocument(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<LockedDocument | Refusal<'NOT_FOUND'>> {
  const seen = await findDocument(unit, tenant, id);
  if (seen === undefined) return documentNotFound;
  const customer = await lockActiveCustomer(unit, tenant, seen.customer_id);
  const document = await findDocument(unit, tenant, id);
  if (document === undefined) return documentNotFound;
  return { document, customer: isRefusal(customer) ? undefined : customer };
}
