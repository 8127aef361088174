import type { StateOf } from '@payments-platform/types';
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

/** Codes are unique over all platforms, including used ones. */
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
