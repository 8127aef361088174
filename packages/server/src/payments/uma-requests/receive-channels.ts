import { writeJson } from '../../ground/json/json-text.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import type { ProviderAnswer, ProviderCall } from '../../operation/provider-route.ts';
import { findCounterparty, saveChannels } from '../transactions/counterparty-channels.ts';
import { findAddressedPlatform, refusals } from './addressed.ts';

/** Stores the channels that the other provider reports for a payment. */
export async function receiveChannels(server: ServerDeps, call: ProviderCall): Promise<ProviderAnswer> {
  const addressed = await findAddressedPlatform(server, call);
  if (addressed === undefined) return refusals.unknownReceiver;
  const { tenant, deps } = addressed;
  const payment = await deps.database.read((unit) => findCounterparty(unit, tenant, call.key));
  if (payment === undefined) return refusals.unknownRequest;
  const channels = await (await deps.uma.incoming()).readUtxos(call.body, payment.domain, addressed);
  if ('body' in channels) return channels;
  const { transactionId } = payment;
  await deps.database.transaction((unit) =>
    saveChannels(unit, { tenant, transactionId, channels: writeJson(channels) }),
  );
  return { status: 200, body: '{}' };
}
