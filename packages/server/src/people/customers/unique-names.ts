import { UniqueViolation } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

type IdTaken = Refusal<'CONFLICT'>;
type AddressTaken = Refusal<'UMA_ADDRESS_EXISTS'>;

const idTaken: IdTaken = refuse(
  'CONFLICT',
  'Another active customer of the platform has this platformCustomerId. Find that customer with GET /customers and this filter, or send a different id.',
);
const addressTaken: AddressTaken = refuse(
  'UMA_ADDRESS_EXISTS',
  'Another customer of the platform has or had this UMA address. Choose a different one.',
);

interface Name {
  readonly tenant: number;
  readonly name: string;
}

const findActive = statement<Name, { id: string }>('findActiveCustomerByPlatformId', (db, { tenant, name }) =>
  db
    .selectFrom('customers')
    .select('id')
    .where('tenant', '=', tenant)
    .where('platform_customer_id', '=', name)
    .where('deleted_at', 'is', null),
);

const findAddressedPlatform = statement<Name, { id: string }>('findCustomerByUmaAddress', (db, { tenant, name }) =>
  db.selectFrom('customers').select('id').where('tenant', '=', tenant).where('uma_address', '=', name).limit(1),
);

/** A platformCustomerId can be used again once its customer is deleted. */
export async function refuseTakenId(
  unit: Unit,
  tenant: number,
  platformCustomerId: string | undefined,
): Promise<IdTaken | undefined> {
  if (platformCustomerId === undefined) return undefined;
  return (await unit.first(findActive, { tenant, name: platformCustomerId })) && idTaken;
}

/** An address stays taken permanently, so that no one receives payments meant for a deleted customer. */
export async function refuseTakenAddress(
  unit: Unit,
  tenant: number,
  umaAddress: string | undefined,
): Promise<AddressTaken | undefined> {
  if (umaAddress === undefined) return undefined;
  return (await unit.first(findAddressedPlatform, { tenant, name: umaAddress })) && addressTaken;
}

/** Two units that take one name at the same time both saw it free; the unique rule accepts only one. */
export async function refuseLostRace(insert: Promise<unknown>): Promise<IdTaken | AddressTaken | undefined> {
  const rule = await brokenUniqueRule(insert);
  return rule?.includes('platform_customer_id') ? idTaken : refuseBrokenRule(rule);
}

/** Like `refuseLostRace`, for a write in which only the address can be taken. */
export async function refuseLostAddress(update: Promise<unknown>): Promise<AddressTaken | undefined> {
  return refuseBrokenRule(await brokenUniqueRule(update));
}

function refuseBrokenRule(rule: string | undefined): AddressTaken | undefined {
  if (rule === undefined) return undefined;
  if (!rule.includes('uma_address')) throw new Error(`a customer violates the unexpected unique rule ${rule}`);
  return addressTaken;
}

async function brokenUniqueRule(write: Promise<unknown>): Promise<string | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (error instanceof UniqueViolation) return error.rule;
    throw error;
  }
}
