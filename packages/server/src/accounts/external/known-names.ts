import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuseFields } from '../../operation/operation.ts';
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
