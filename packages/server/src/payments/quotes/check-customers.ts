import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { refuseUnknownToProvider } from '../../people/customers/refuse-unknown-to-provider.ts';
import { refuseUnready, type UnreadyRefusal } from '../../people/customers/refuse-unready.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import type { Parties, Payer } from './parties.ts';

type CustomersRefusal = Refusal<'CUSTOMER_NOT_FOUND' | 'MISSING_MANDATORY_USER_INFO'> | UnreadyRefusal;

/**
 * Makes sure that every customer of the payment may take part: each is verified and, on an unregulated
 * platform, has accepted the end user terms.
 */
export async function checkCustomers(
  context: WorkContext,
  parties: Parties,
  onBehalfOf: string | undefined,
): Promise<Payer | CustomersRefusal> {
  const { unit, tenant } = context;
  const payerId = onBehalfOf ?? parties.source.customerId;
  const ids = [payerId, parties.destination.customerId].filter((id) => id !== null);
  const [platform, ...customers] = await Promise.all([
    findPlatform(unit, tenant),
    ...[...new Set(ids)].map(async (id) => ({ id, customer: await findCustomer(unit, tenant, id) })),
  ]);
  for (const { id, customer } of customers) {
    if (customer === undefined || customer.isDeleted)
      return refuse('CUSTOMER_NOT_FOUND', `There is no active customer ${id}.`);
    const unready = refuseUnready(platform, customer);
    if (unready !== undefined) return unready;
  }
  const unknown = await refuseUnknownCustomer(context, parties, payerId);
  if (unknown !== undefined) return unknown;
  const first = customers[0]?.customer;
  return {
    customerId: first?.id ?? null,
    platformCustomerId: first?.platformCustomerId ?? null,
    payerRegion: payerId === null ? undefined : first?.region,
  };
}

/** Who pays uses the currency that is sent; who is paid into an account of the service, the one that arrives. */
async function refuseUnknownCustomer(
  { unit, tenant }: WorkContext,
  { source, destination }: Parties,
  payerId: string | null,
): Promise<Refusal<'MISSING_MANDATORY_USER_INFO'> | undefined> {
  const refused = payerId === null ? undefined : await refuseUnknownToProvider(unit, tenant, payerId, source.currency);
  if (refused !== undefined || !destination.isInternal || destination.customerId === null) return refused;
  return refuseUnknownToProvider(unit, tenant, destination.customerId, destination.currency);
}
