import type { ServerDeps } from '../../operation/deps.ts';
import type { ProviderAnswer, ProviderCall } from '../../operation/provider-route.ts';
import { addressAtPlatform, findAddressedPlatform, refusals } from './addressed.ts';
import { findReceivable } from './receivable.ts';

/** The public keys of the platform for signatures and for encryption. */
export async function publishKeys(server: ServerDeps, call: ProviderCall): Promise<ProviderAnswer> {
  const addressed = await findAddressedPlatform(server, call);
  if (addressed === undefined) return refusals.unknownReceiver;
  return (await addressed.deps.uma.incoming()).publishKeys(addressed);
}

/** The supported versions. */
export async function publishConfiguration(server: ServerDeps, call: ProviderCall): Promise<ProviderAnswer> {
  const addressed = await findAddressedPlatform(server, call);
  if (addressed === undefined) return refusals.unknownReceiver;
  return (await addressed.deps.uma.incoming()).publishConfiguration();
}

/** The receiver at an address, for a provider with a signed request; no one else learns whether an address exists. */
export async function answerLookup(server: ServerDeps, call: ProviderCall): Promise<ProviderAnswer> {
  const addressed = await findAddressedPlatform(server, call);
  const receiver = addressed && addressAtPlatform(addressed, call.name);
  if (addressed === undefined || receiver === undefined) return refusals.unknownReceiver;
  const messages = await addressed.deps.uma.incoming();
  // The signature covers the address at the platform's domain, even if the domain forwards to another host.
  const url = new URL(`https://${addressed.domain}/.well-known/lnurlp/$${receiver.name}${call.search}`);
  const request = await messages.readLookup(url, addressed);
  if ('body' in request) return request;
  const found = await addressed.deps.database.read((unit) => findReceivable(unit, addressed, receiver));
  if ('body' in found) return found;
  const { currencies, requestedPayerFields } = found;
  return messages.answerLookup(request, { receiver, currencies, requestedPayerFields }, addressed);
}
