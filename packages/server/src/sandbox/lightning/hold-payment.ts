import { parseJson } from '../../ground/json/json-text.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import type { ProviderAnswer, ProviderCall } from '../../operation/provider-route.ts';
import { findAddressedPlatform, refusals } from '../../payments/uma-requests/addressed.ts';
import { receiveSandboxPayment } from '../adapters/uma/sandbox-lightning.ts';

/** Another sandbox on this machine pays an invoice. Any payer may, as on Lightning. No money moves between them. */
export async function holdPayment(server: ServerDeps, call: ProviderCall): Promise<ProviderAnswer> {
  const addressed = await findAddressedPlatform(server, call);
  const invoice = invoiceIn(call.body);
  // Production platforms have no row here: their nodes are real.
  const state = addressed && invoice && (await receiveSandboxPayment(invoice, addressed));
  return state === undefined || state === ''
    ? refusals.unknownRequest
    : { status: 200, body: JSON.stringify({ state }) };
}

function invoiceIn(body: string): string | undefined {
  try {
    const message = parseJson(body);
    const isNamed = typeof message === 'object' && message !== null && 'invoice' in message;
    return isNamed && typeof message.invoice === 'string' ? message.invoice : undefined;
  } catch {
    return undefined;
  }
}
