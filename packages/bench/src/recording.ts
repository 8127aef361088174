import type { Payer } from '../../proofs/src/sandbox/payers.ts';

export type Value = string | number | bigint | null;

/** One statement as passed to the driver. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly Value[];
  /** PostgreSQL: the name of the prepared statement. SQLite: absent if it runs from text (`exec`). */
  readonly name?: string;
  readonly yieldsRows: boolean;
  /** SQLite: integers are read as bigint. */
  readonly readsBigInts: boolean;
  /** PostgreSQL: all earlier statements had been answered when this one was sent. */
  readonly waitedForEarlier: boolean;
}

/** The statements of one request, and its response. */
export interface RecordedRequest {
  /** Statements outside the unit, such as finding the caller. */
  readonly reads: readonly RecordedStatement[];
  /** The unit with its own opening and closing statements. */
  readonly unit: readonly RecordedStatement[];
  readonly status: number;
  readonly body: string;
}

/** One payment of one payer. Ids and hashes that are not in `known` were created for this payment. */
export interface Recording {
  readonly create: RecordedRequest;
  readonly execute: RecordedRequest;
  /** Every text that existed before the payment. */
  readonly known: readonly string[];
  readonly payers: readonly Payer[];
  /** SQLite: the settings of the server's writing connection. */
  readonly settings: readonly string[];
}

interface TaggedBigInt {
  readonly bigint: string;
}

/** JSON has no bigint: it is written as an object. */
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

/** The name of a connection to PostgreSQL; its units update one row. */
export const connectionForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]+$/;

/** Ids and hashes inside values and bodies. */
export const mintedForm =
  /[A-Z][A-Za-z]*:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b/g;
