import type { Payer } from '../../proofs/src/sandbox/payers.ts';

export type Value = string | number | bigint | null;

/** One statement as the driver was given it. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly Value[];
  /** PostgreSQL: the name under which it is prepared. SQLite: run from text (`exec`) when absent. */
  readonly name?: string;
  readonly yieldsRows: boolean;
  /** SQLite: integers are read as bigint. */
  readonly readsBigInts: boolean;
  /** PostgreSQL: everything sent before had been answered when this was sent. */
  readonly waitedForEarlier: boolean;
}

/** What one request made the server ask of its database, and what it answered. */
export interface RecordedRequest {
  /** Statements outside the unit, such as the look-up of the caller. */
  readonly reads: readonly RecordedStatement[];
  /** The unit with its own opening and closing statements. */
  readonly unit: readonly RecordedStatement[];
  readonly status: number;
  readonly body: string;
}

/** One payment as one payer makes it. Ids and hashes in it that `known` has not were made for this payment. */
export interface Recording {
  readonly create: RecordedRequest;
  readonly execute: RecordedRequest;
  /** Every text that existed before the payment. */
  readonly known: readonly string[];
  readonly payers: readonly Payer[];
  /** SQLite: what the server sets on its writing connection. */
  readonly settings: readonly string[];
}

interface TaggedBigInt {
  readonly bigint: string;
}

/** JSON has no bigint: it is written as an object and read back. */
export function writeRecording(recording: Recording): string {
  return JSON.stringify(recording, (_key, value: unknown) =>
    typeof value === 'bigint' ? { bigint: String(value) } : value,
  );
}

export function readRecording(text: string): Recording {
  return JSON.parse(text, (_key, value: unknown) => (isTagged(value) ? BigInt(value.bigint) : value)) as Recording;
}

function isTagged(value: unknown): value is TaggedBigInt {
  return typeof value === 'object' && value !== null && 'bigint' in value && typeof value.bigint === 'string';
}

/** The name of a connection to PostgreSQL, whose units change one row. */
export const connectionForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]+$/;

/** Ids and hashes, as they occur inside values and bodies. */
export const mintedForm =
  /[A-Z][A-Za-z]*:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b/g;
