import { takeLiveCustomer } from '../customers/live-customer.ts';
import type { Unit } from '../database/unit.ts';
import { type Refusal, refuse } from '../http/operation.ts';
import type { DocumentRow } from './document-row.ts';
import { findDocument } from './documents-repository.ts';

export const documentNotFound = refuse(
  'NOT_FOUND',
  'No document of the platform has this id, or it has been erased. List the documents to find it.',
);

/** A document to be changed. Its customer is taken first, as whoever submits the customer does. */
export async function takeDocument(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<DocumentRow | Refusal<'NOT_FOUND'>> {
  const seen = await findDocument(unit, tenant, id);
  if (seen === undefined) return documentNotFound;
  await takeLiveCustomer(unit, tenant, seen.customer_id);
  return (await findDocument(unit, tenant, id)) ?? documentNotFound;
}
