import { umaAddress } from '../../engines/uma/uma-address.ts';
import type { Channel } from '../../engines/uma/uma-network.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import { findTransaction } from './find-transaction.ts';

const find = table('uma_payments').find('callback_key');

/** The other side of a payment that is settled between two providers. */
export interface Counterparty {
  readonly transactionId: string;
  readonly domain: string;
}

/** The payment of a callback key, and the provider that was given the key. */
export async function findCounterparty(
  unit: Unit,
  tenant: number,
  callbackKey: string,
): Promise<Counterparty | undefined> {
  const uma = await unit.first(find, { tenant, callback_key: callbackKey });
  const row = uma && (await findTransaction(unit, tenant, uma.transaction_id));
  if (row === undefined) return undefined;
  const other = row.type === 'INCOMING' ? row.source_identifier : row.destination_identifier;
  return { transactionId: row.id, domain: umaAddress(other ?? '').domain };
}

interface ChannelReport {
  readonly tenant: number;
  readonly transactionId: string;
  readonly channels: JsonText<readonly Channel[]>;
}

const save = statement<ChannelReport, never>('saveCounterpartyChannels', (db, { tenant, transactionId, channels }) =>
  db
    .updateTable('uma_payments')
    .set({ counterparty_channels: channels })
    .where('tenant', '=', tenant)
    .where('transaction_id', '=', transactionId),
);

export async function saveChannels(unit: Unit, report: ChannelReport): Promise<void> {
  await unit.run(save, report);
}
