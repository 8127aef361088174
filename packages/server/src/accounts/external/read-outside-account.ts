import type { OutsideAccount } from '../../engines/rails/rails.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { beneficiaryName } from './beneficiary-name.ts';
import { findStoredAccount } from './external-account-repository.ts';

/** The account of a payment under way. The payment is delivered even if the account has been deleted meanwhile. */
export async function readOutsideAccount(unit: Unit, tenant: number, id: string): Promise<OutsideAccount | null> {
  const row = await findStoredAccount(unit, tenant, id);
  if (row === undefined) return null;
  const accountInfo = readJson(row.account_info);
  return { accountType: row.account_type, accountInfo, beneficiaryName: beneficiaryName(accountInfo) };
}
