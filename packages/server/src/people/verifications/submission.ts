import type { WorkContext } from '../../operation/deps.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { type IdentityFacts, identityFactsOf } from '../customers/find-customer.ts';
import { type DocumentFacts, findDocumentFacts } from '../documents/documents-of-customer.ts';
import { findOwnerFacts, type OwnerFacts } from '../owners/owners-of.ts';

/** The contents of a submission of a customer. */
export interface Submission {
  readonly customer: CustomerRow;
  readonly identity: IdentityFacts;
  readonly documents: readonly DocumentFacts[];
  readonly owners: readonly OwnerFacts[];
}

export async function gatherSubmission(context: WorkContext, customer: CustomerRow): Promise<Submission> {
  return {
    customer,
    identity: identityFactsOf(customer),
    documents: await findDocumentFacts(context, customer.id),
    owners: customer.customer_type === 'BUSINESS' ? await findOwnerFacts(context, customer.id) : [],
  };
}
