import type { StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DeviceCodeRow } from './tables.ts';

const find = table('agent_device_codes').find('code_digest');

export function findDeviceCode(unit: Unit, tenant: number, digest: string): Promise<DeviceCodeRow | undefined> {
  return unit.first(find, { tenant, code_digest: digest });
}

const findAnywhere = statement<{ readonly digest: string }, Pick<DeviceCodeRow, 'code_digest'>>(
  'findDeviceCodeAnywhere',
  (db, { digest }) => db.selectFrom('agent_device_codes').select('code_digest').where('code_digest', '=', digest),
);

/** Codes are unique over all platforms, used ones too. */
export async function isCodeTaken(unit: Unit, digest: string): Promise<boolean> {
  return (await unit.first(findAnywhere, { digest })) !== undefined;
}

export function insertDeviceCode(unit: Unit, row: DeviceCodeRow): void {
  unit.insert('agent_device_codes', [row]);
}

interface CodeMove {
  readonly tenant: number;
  readonly digest: string;
  readonly from: StateOf<'agent-device-code'>;
  readonly to: StateOf<'agent-device-code'>;
}

const move = statement<CodeMove, never>('moveDeviceCode', (db, { tenant, digest, from, to }) =>
  db
    .updateTable('agent_device_codes')
    .set({ status: to })
    .where('tenant', '=', tenant)
    .where('code_digest', '=', digest)
    .where('status', '=', from),
);

/** Returns whether the code still had that status. */
export async function moveDeviceCode(unit: Unit, change: CodeMove): Promise<boolean> {
  return (await unit.run(move, change)) === 1;
}

interface Replacement {
  readonly tenant: number;
  readonly agentId: string;
  readonly from: StateOf<'agent-device-code'>;
  readonly to: StateOf<'agent-device-code'>;
}

const replace = statement<Replacement, never>('replaceDeviceCodes', (db, { tenant, agentId, from, to }) =>
  db
    .updateTable('agent_device_codes')
    .set({ status: to })
    .where('tenant', '=', tenant)
    .where('agent_id', '=', agentId)
    .where('status', '=', from),
);

export function moveDeviceCodesOf(unit: Unit, change: Replacement): void {
  unit.write(replace, change);
}

interface Attempt {
  readonly addressDigest: string;
  readonly now: Instant;
  readonly endsAt: Instant;
}

interface Counted {
  readonly attempts: number;
  readonly ends_at: Instant;
}

/** The first attempt after the end of a window begins the next one. */
const count = statement<Attempt, Counted>('countDeviceCodeAttempt', (db, { addressDigest, now, endsAt }) =>
  db
    .insertInto('device_code_attempts')
    .values({ address_digest: addressDigest, attempts: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('address_digest').doUpdateSet((eb) => ({
        attempts: eb
          .case()
          .when('device_code_attempts.ends_at', '<=', now)
          .then(1)
          .else(eb('device_code_attempts.attempts', '+', 1))
          .end(),
        ends_at: eb
          .case()
          .when('device_code_attempts.ends_at', '<=', now)
          .then(endsAt)
          .else(eb.ref('device_code_attempts.ends_at'))
          .end(),
      })),
    )
    .returning(['attempts', 'ends_at']),
);

/** Counts an attempt from an address before it is made, so that many at once are counted too. */
export async function countAttempt(unit: Unit, attempt: Attempt): Promise<Counted> {
  const counted = await unit.first(count, attempt);
  if (counted === undefined) throw new Error('an attempt was not counted');
  return counted;
}

const giveBack = statement<{ readonly addressDigest: string }, never>(
  'giveBackDeviceCodeAttempt',
  (db, { addressDigest }) =>
    db
      .updateTable('device_code_attempts')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('address_digest', '=', addressDigest)
      .where('attempts', '>', 0),
);

/** An attempt that has succeeded does not count. */
export function giveBackAttempt(unit: Unit, addressDigest: string): void {
  unit.write(giveBack, { addressDigest });
}

const sweep = statement<{ readonly now: Instant }, never>('sweepDeviceCodeAttempts', (db, { now }) =>
  db.deleteFrom('device_code_attempts').where('ends_at', '<=', now),
);

export function sweepAttempts(unit: Unit, now: Instant): Promise<number> {
  return unit.run(sweep, { now });
}
