import { Buffer } from 'node:buffer';
import { decrypt, encrypt } from 'eciesjs';
import { parseJson } from '../../ground/json/json-text.ts';
import { findOpeningKeys } from './keys.ts';
import type { PartyInformation, UmaContext } from './uma-context.ts';

/** What travel rules require the sender's provider to disclose, to the receiver's provider alone. */
export interface TravelRuleData {
  readonly originator: PartyInformation;
  readonly beneficiary: { readonly account: string };
}

const longestSealedBytes = 16 * 1024;

/** Seals the data to the encryption key of the receiver's provider. Returns hexadecimal. */
export function sealTravelRuleData(data: TravelRuleData, encryptionKey: Uint8Array): string {
  return Buffer.from(encrypt(encryptionKey, Buffer.from(JSON.stringify(data)))).toString('hex');
}

/** The data that another provider sealed to one of our keys; `undefined` if none of them opens it. */
export async function openTravelRuleData(sealed: string, context: UmaContext): Promise<unknown> {
  if (sealed.length > 2 * longestSealedBytes) return undefined;
  for (const key of await findOpeningKeys(context)) {
    try {
      return parseJson(Buffer.from(decrypt(key, Buffer.from(sealed, 'hex'))).toString('utf8'));
    } catch {}
  }
  return undefined;
}
