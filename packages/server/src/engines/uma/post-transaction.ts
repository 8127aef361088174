import { getSignablePostTransactionCallback, type PostTransactionCallback, signPayload } from '@uma-sdk/core';
import { epochMsOf, secondMs } from '../../ground/clock/instant.ts';
import type { ExchangeDeps } from './exchange-lookup.ts';
import { findSigningKey } from './keys.ts';
import { newNonce } from './nonces.ts';
import type { SettlementReport, UmaContext } from './uma-network.ts';

/** Sends the signed message that reports the channels of a payment to the other provider. */
export async function sendUtxos({ ask }: ExchangeDeps, report: SettlementReport, context: UmaContext): Promise<void> {
  const url = URL.parse(report.utxoCallback);
  if (url === null || !/^https?:$/.test(url.protocol)) return;
  const message: PostTransactionCallback = {
    utxos: [...report.channels],
    vaspDomain: report.own.domain,
    signature: '',
    signatureNonce: newNonce(context),
    signatureTimestamp: Math.floor(epochMsOf(context.deps.clocks.system.now()) / secondMs),
  };
  const signature = await signPayload(getSignablePostTransactionCallback(message), await findSigningKey(context));
  const body = JSON.stringify({ ...message, signature });
  await ask({ method: 'POST', url, body, regarding: report.other.text }, context);
}
