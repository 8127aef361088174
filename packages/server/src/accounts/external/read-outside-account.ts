import type { OutsideAccount } from '../../engines/rails/rails.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { beneficiaryName } from './beneficiary-name.ts';
import { findStoredAccount } from './external-account-repository.ts';

/** The account of a payment that is on its way, which is paid although somebody has deleted the account meanwhile. */
export async function readOutsideAccount(unit: Unit, tenant: number, id: string): Promise<OutsideAccount | null> {
  const row = await findStoredAccount(unit, tenant, id);
  if (row === undefined) return null;
  const accountInfo = readJson(row.account_info);
  return { accountType: row.account_type, accountInfo, beneficiaryName: beneficiaryName(accountInfo) };
}
