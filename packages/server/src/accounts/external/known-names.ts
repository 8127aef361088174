import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuseFields } from '../../operation/operation.ts';
import { isConfigured } from '../../operation/ports/missing-adapter.ts';
import { textOf } from './account-facts.ts';
import type { CheckedAccount } from './check-account.ts';

/**
 * A named provider removes the need to prove ownership, so the directory must list it. Without a directory the name
 * cannot be checked, and the wallet is refused.
 */
export function refuseUnknownProvider(
  { deps }: WorkContext,
  { info }: CheckedAccount,
): Refusal<'INVALID_INPUT'> | undefined {
  const name = textOf(info, 'vaspName');
  if (name === undefined || deps.directory.vasps.some(({ vaspName }) => vaspName === name)) return undefined;
  const message =
    'No provider of this name is known. Send a vaspName of GET /vasps, or omit it for a wallet whose keys its owner holds.';
  return refuseFields([{ field: 'accountInfo.vaspName', message }]);
}

/**
 * If banks have to be named as in the directory, a payment to any other name would not find the bank. The name is not
 * checked if there is no directory, or if it lists no bank for the currency.
 */
export function refuseUnknownBank(
  { deps }: WorkContext,
  { kind, info, request }: CheckedAccount,
): Refusal<'INVALID_INPUT'> | undefined {
  // As with check digits, the sandbox accepts any name in the right form unless it is configured to be strict.
  if (kind.listed === null || !deps.rules.checksDigits || !isConfigured(deps.directory)) return undefined;
  const name = textOf(info, kind.listed);
  const banks = deps.directory.banks.filter(({ currency }) => currency === request.currency);
  if (banks.length === 0 || banks.some(({ bankName }) => bankName === name)) return undefined;
  const message = `No bank of this name can be paid in ${request.currency}. Send a bankName of GET /discoveries?currency=${request.currency}.`;
  return refuseFields([{ field: `accountInfo.${kind.listed}`, message }]);
}
