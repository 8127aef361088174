import { Buffer } from 'node:buffer';
import { decrypt, encrypt } from 'eciesjs';
import { parseJson } from '../../ground/json/json-text.ts';
import { findOpeningKeys } from './keys.ts';
import type { PartyInformation, UmaContext } from './uma-context.ts';

/** What the rules about transfers make the sender's provider tell the receiver's, and nobody else. */
export interface TravelRuleData {
  readonly originator: PartyInformation;
  readonly beneficiary: { readonly account: string };
}

const longestSealedBytes = 16 * 1024;

/** Sealed to the encryption key of the receiver's provider, in hexadecimal. */
export function sealTravelRuleData(data: TravelRuleData, encryptionKey: Uint8Array): string {
  return Buffer.from(encrypt(encryptionKey, Buffer.from(JSON.stringify(data)))).toString('hex');
}

/** What another provider has sealed to one of our keys; `undefined` where none of them opens it. */
export async function openTravelRuleData(sealed: string, context: UmaContext): Promise<unknown> {
  if (sealed.length > 2 * longestSealedBytes) return undefined;
  for (const key of await findOpeningKeys(context)) {
    try {
      return parseJson(Buffer.from(decrypt(key, Buffer.from(sealed, 'hex'))).toString('utf8'));
    } catch {}
  }
  return undefined;
}
