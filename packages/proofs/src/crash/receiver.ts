import { Buffer } from 'node:buffer';
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { openReceiver } from '../../../server/test/receiver.ts';

/** One attempt to deliver an event, as the receiver saw it. */
export interface Receipt {
  readonly id: string;
  readonly type: string;
  /** SHA-256 of the received bytes. */
  readonly hash: string;
  readonly isSigned: boolean;
  /** Whether the receiver accepted it; refused ones must be delivered again. */
  readonly isTaken: boolean;
}

export interface RecordingReceiver {
  readonly endpoint: string;
  /** The key is only known when the first server runs. */
  trust(publicKey: string): void;
  /** Attempts so far. */
  readonly received: () => number;
  close(): Promise<void>;
}

/** One event in this many is refused at first, so that the load includes retries. */
const refusedShare = 50;

/** Records every attempt in a file, which is the evidence. */
export async function startReceiver(file: string): Promise<RecordingReceiver> {
  let key: KeyObject | undefined;
  const refused = new Set<string>();
  let received = 0;
  const { origin, close } = await openReceiver(({ headers, bytes }) => {
    const event = JSON.parse(bytes.toString('utf8')) as { id?: string; webhookId?: string; type: string };
    const { type, id = event.webhookId ?? '' } = event;
    const hash = hashOf(bytes);
    const isTaken = type === 'TEST' || refused.has(id) || Number.parseInt(hash.slice(0, 6), 16) % refusedShare !== 0;
    if (!isTaken) refused.add(id);
    const isSigned = hasSignature(bytes, headers['x-service-signature'], key);
    const receipt: Receipt = { id, type, hash, isSigned, isTaken };
    appendFileSync(file, `${JSON.stringify(receipt)}\n`);
    received += 1;
    return { status: isTaken ? 200 : 503 };
  });
  return {
    endpoint: `${origin}/webhooks`,
    received: () => received,
    trust: (publicKey) => {
      key = createPublicKey(publicKey);
    },
    close,
  };
}

export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hasSignature(body: Buffer, header: string | string[] | undefined, key: KeyObject | undefined): boolean {
  if (key === undefined || typeof header !== 'string') return false;
  const { v, s } = JSON.parse(header) as { v: string; s: string };
  return v === '1' && verify('sha256', body, key, Buffer.from(s, 'base64'));
}
