import type { SignedRetryOperation } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    signed_requests: SignedRequestsTable;
  }
}

interface SignedRequestsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  operation: Fixed<SignedRetryOperation>;
  /** The ids in the path, as text: an id for one wallet is unknown to another. */
  path: Fixed<string>;
  /** Where the body may not change; a passkey's challenge has no body yet. */
  body_digest: Fixed<string | null>;
  content: Fixed<JsonText<RequestContent>>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
  used_at: Instant | null;
}

export interface RequestContent {
  /** What is to be signed, to the character. */
  readonly payload: string;
  /** What the room that asked wants to know again when the signature comes. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A request that waits, as it is stored. */
export type SignedRequestRow = Stored<'signed_requests'>;
