import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Random } from '../../ground/ids/ids.ts';
import type { WorkContext } from '../../operation/deps.ts';

const codeCount = 10;
const codeLength = 8;
/** Thirty-two characters that cannot be mistaken for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

function newCode(random: Random): string {
  const characters = Array.from(random.bytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${characters.slice(0, codeLength / 2)}-${characters.slice(codeLength / 2)}`;
}

interface Key {
  readonly tenant: number;
  readonly customerId: string;
}

const remove = table('recovery_codes').delete('customer_id');

/** Called when the app is removed: recovery codes only replace the app. */
export function removeRecoveryCodes(unit: Unit, tenant: number, customerId: string): void {
  unit.write(remove, { tenant, customer_id: customerId });
}

/** Replaces the codes of the customer. Only their digests are stored. */
export function issueRecoveryCodes({ unit, tenant, deps }: WorkContext, customerId: string): string[] {
  const codes = new Set<string>();
  while (codes.size < codeCount) codes.add(newCode(deps.random));
  removeRecoveryCodes(unit, tenant, customerId);
  const rows = [...codes].map((code) => ({
    tenant,
    customer_id: customerId,
    code_digest: deps.sealer.digest(textOf(customerId, code)),
    used_at: null,
  }));
  unit.insert('recovery_codes', rows);
  return [...codes];
}

const use = statement<Key & { readonly digest: string; readonly now: Instant }, never>(
  'useRecoveryCode',
  (db, { tenant, customerId, digest, now }) =>
    db
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId)
      .where('code_digest', '=', digest)
      .where('used_at', 'is', null),
);

/** Uses a code once. The hyphen is optional and the case does not matter. */
export async function useRecoveryCode(
  { unit, tenant, now, deps }: WorkContext,
  customerId: string,
  typed: string,
): Promise<boolean> {
  const plain = typed.toLowerCase().replaceAll('-', '');
  if (plain.length !== codeLength) return false;
  const code = `${plain.slice(0, codeLength / 2)}-${plain.slice(codeLength / 2)}`;
  const digest = deps.sealer.digest(textOf(customerId, code));
  return (await unit.run(use, { tenant, customerId, digest, now })) === 1;
}

function textOf(customerId: string, code: string): string {
  return `recovery code ${customerId} ${code}`;
}
