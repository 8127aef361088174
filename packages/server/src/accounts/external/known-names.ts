import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuseFields } from '../../operation/operation.ts';
import { isConfigured } from '../../operation/ports/missing-adapter.ts';
import { textOf } from './account-facts.ts';
import type { CheckedAccount } from './check-account.ts';

/**
 * A provider that is named lifts the proof of ownership, so it has to be one that the directory knows. Without a
 * directory nobody can tell, and the wallet is not registered.
 */
export function refuseUnknownProvider(
  { deps }: WorkContext,
  { info }: CheckedAccount,
): Refusal<'INVALID_INPUT'> | undefined {
  const name = textOf(info, 'vaspName');
  if (name === undefined || deps.directory.vasps.some(({ vaspName }) => vaspName === name)) return undefined;
  const message =
    'No provider of this name is known. Send a vaspName of GET /vasps, or leave it out for a wallet whose keys its owner holds.';
  return refuseFields([{ field: 'accountInfo.vaspName', message }]);
}

/**
 * Where banks have to be named as the service knows them, any other name would not be found by who pays out. A
 * directory that has no bank of the currency, or none at all, cannot tell.
 */
export function refuseUnknownBank(
  { deps }: WorkContext,
  { kind, info, request }: CheckedAccount,
): Refusal<'INVALID_INPUT'> | undefined {
  // As with check digits, the sandbox takes what only looks right, unless it is told to be strict.
  if (kind.listed === null || !deps.rules.checksDigits || !isConfigured(deps.directory)) return undefined;
  const name = textOf(info, kind.listed);
  const banks = deps.directory.banks.filter(({ currency }) => currency === request.currency);
  if (banks.length === 0 || banks.some(({ bankName }) => bankName === name)) return undefined;
  const message = `No bank of this name can be paid in ${request.currency}. Send a bankName of GET /discoveries?currency=${request.currency}.`;
  return refuseFields([{ field: `accountInfo.${kind.listed}`, message }]);
}
