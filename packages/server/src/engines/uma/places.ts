import type { UmaAddress } from './uma-address.ts';

/*
 * The URLs that this server gives to other providers are below /.well-known/lnurlp/ of the platform's domain, which
 * forwards that path to the service.
 */

/** The URL for pay requests to a receiver. */
export function payAddress(receiver: UmaAddress): string {
  return `https://${receiver.domain}/.well-known/lnurlp/$${receiver.name}/pay`;
}

/** The URL to which the other provider reports the channels of a payment. */
export function utxoAddress(own: UmaAddress, callbackKey: string): string {
  return `https://${own.domain}/.well-known/lnurlp/$${own.name}/utxos/${callbackKey}`;
}

/** The metadata of a receiver that wallets show, in the form of LNURL. */
export function metadataOf(receiver: UmaAddress): string {
  return JSON.stringify([
    ['text/plain', `Pay to ${receiver.text}`],
    ['text/identifier', receiver.text],
  ]);
}
