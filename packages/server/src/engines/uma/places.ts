import type { UmaAddress } from './uma-address.ts';

/*
 * Everything that other providers call lies below /.well-known/lnurlp/ of the platform's domain: that is what the
 * domain forwards to the service.
 */

/** Where a pay request to a receiver goes. */
export function payAddress(receiver: UmaAddress): string {
  return `https://${receiver.domain}/.well-known/lnurlp/$${receiver.name}/pay`;
}

/** Where the other provider tells over which channels a payment went. */
export function utxoAddress(own: UmaAddress, callbackKey: string): string {
  return `https://${own.domain}/.well-known/lnurlp/$${own.name}/utxos/${callbackKey}`;
}

/** What wallets show of a receiver, as LNURL has it. */
export function metadataOf(receiver: UmaAddress): string {
  return JSON.stringify([
    ['text/plain', `Pay to ${receiver.text}`],
    ['text/identifier', receiver.text],
  ]);
}
