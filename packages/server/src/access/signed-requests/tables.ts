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
  /** The ids in the path, as text: a request for one wallet is unknown to another. */
  path: Fixed<string>;
  /** `null` if the signed request has another body, as with the challenge of a passkey. */
  body_digest: Fixed<string | null>;
  content: Fixed<JsonText<RequestContent>>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
  used_at: Instant | null;
}

export interface RequestContent {
  /** The exact text to sign. */
  readonly payload: string;
  /** What the room needs again when the signature arrives. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A pending request, as it is stored. */
export type SignedRequestRow = Stored<'signed_requests'>;
