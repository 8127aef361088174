import { randomBytes } from 'node:crypto';
import type { Payer } from '../../proofs/src/sandbox/payers.ts';
import {
  connectionForm,
  mintedForm,
  type RecordedRequest,
  type RecordedStatement,
  type Recording,
  type Value,
} from './recording.ts';

/** One payment to replay: the values that distinguish it from other payments. */
export interface Occasion {
  /** A version 7 UUID without its last two digits, which number the ids of the payment. */
  readonly base: string;
  readonly payer: Payer;
  /** Hashes made so far, by their place in the recording. */
  readonly hashes: Map<number, string>;
}

type Render = (occasion: Occasion) => string;
/** The same for values, of which one may be the name of the connection that sends them. */
type RenderValue = (occasion: Occasion, connection: string | undefined) => Value;

export interface ReplayStatement extends Omit<RecordedStatement, 'values'> {
  values(occasion: Occasion, connection?: string): Value[];
}

export interface ReplayRequest {
  readonly reads: readonly ReplayStatement[];
  readonly unit: readonly ReplayStatement[];
  readonly status: number;
  readonly body: Render;
}

export interface Replay {
  readonly create: ReplayRequest;
  readonly execute: ReplayRequest;
  newOccasion(accountId: string): Occasion;
  occasionOf(quoteId: string): Occasion;
}

/** Turns a recording into requests that can be repeated, with new ids and for each payer. */
export function createReplay(recording: Recording): Replay {
  const renderers = createRenderers(recording);
  // The recorded payment has used the numbers before.
  let count = 1_000_000;
  const nextCount = (): number => {
    count += 1;
    return count;
  };
  const statement = ({ values, ...rest }: RecordedStatement): ReplayStatement => {
    const counts = countedBy(rest.text);
    const parts = values.map((value, at): Value | RenderValue => {
      if (counts.has(at)) return nextCount;
      if (typeof value !== 'string') return value;
      return connectionForm.test(value) ? (_, connection) => connection ?? null : renderers.render(value);
    });
    return {
      ...rest,
      values: (occasion, connection) =>
        parts.map((part) => (typeof part === 'function' ? part(occasion, connection) : part)),
    };
  };
  const request = ({ reads, unit, status, body }: RecordedRequest): ReplayRequest => ({
    reads: reads.map(statement),
    unit: unit.map(statement),
    status,
    body: renderers.render(body),
  });
  return {
    create: request(recording.create),
    execute: request(recording.execute),
    ...createOccasions(recording.payers),
  };
}

/** The values that number the statement lines: each payment of an account adds the next ones. */
function countedBy(text: string): ReadonlySet<number> {
  const [, columns, rows] =
    /insert into "?account_entries"? \(([^)]+)\) values ((?:\([^)]+\)(?:, )?)+)/.exec(text) ?? [];
  if (columns === undefined || rows === undefined) return new Set();
  const at = columns.replaceAll('"', '').split(', ').indexOf('sequence');
  const tuples = rows.split('), (').map((row) => row.match(/\$\d+|\?/g) ?? []);
  // SQLite does not number its parameters.
  return new Set(
    tuples.map((marks, row) =>
      marks[at]?.startsWith('$') === true ? Number(marks[at].slice(1)) - 1 : row * marks.length + at,
    ),
  );
}

/** Splits texts at the parts that differ between payments. */
function createRenderers({ known, payers: [recorded] }: Recording): { render(text: string): Render } {
  if (recorded === undefined) throw new Error('a recording names its payer');
  const knownTexts = new Set(known);
  const slots = new Map<string, number>();
  const ofPayer = new Map((Object.keys(recorded) as (keyof Payer)[]).map((field) => [recorded[field], field]));
  const cut = new RegExp(`(${[...ofPayer.keys(), mintedForm.source].join('|')})`, 'g');

  const renderPart = (part: string): string | Render => {
    const field = ofPayer.get(part);
    if (field !== undefined) return ({ payer }) => payer[field];
    if (knownTexts.has(part) || !new RegExp(`^(${mintedForm.source})$`).test(part)) return part;
    const slot = slots.get(part) ?? slots.size;
    slots.set(part, slot);
    const [prefix] = part.split(':');
    if (!part.includes(':')) return (occasion) => hashOf(occasion, slot);
    const digits = slot.toString(16).padStart(2, '0');
    return ({ base }) => `${prefix}:${base}${digits}`;
  };
  return {
    render: (text) => {
      const parts = text
        .split(cut)
        .filter((part) => part !== '')
        .map(renderPart);
      const [only] = parts;
      if (parts.length === 1 && only !== undefined) return typeof only === 'string' ? () => only : only;
      return (occasion) => {
        let rendered = '';
        for (const part of parts) rendered += typeof part === 'string' ? part : part(occasion);
        return rendered;
      };
    },
  };
}

function hashOf({ hashes }: Occasion, slot: number): string {
  const known = hashes.get(slot);
  if (known !== undefined) return known;
  const fresh = randomBytes(32).toString('hex');
  hashes.set(slot, fresh);
  return fresh;
}

/** Ids that sort by time, like the server's; they contain the payer's number, so that it needs no lookup. */
function createOccasions(payers: readonly Payer[]): Pick<Replay, 'newOccasion' | 'occasionOf'> {
  const byAccount = new Map(payers.map((payer, index) => [payer.accountId, index]));
  let count = 0;
  const payerAt = (index: number): Payer => {
    const payer = payers[index];
    if (payer === undefined) throw new Error(`there is no payer ${index}`);
    return payer;
  };
  return {
    newOccasion: (accountId) => {
      const index = byAccount.get(accountId) ?? -1;
      const payer = payerAt(index);
      const time = Date.now().toString(16).padStart(12, '0');
      count = (count + 1) % 2 ** 32;
      const counted = count.toString(16).padStart(8, '0');
      const tail = `${counted.slice(6)}0000${index.toString(16).padStart(4, '0')}`;
      const base = `${time.slice(0, 8)}-${time.slice(8)}-7${counted.slice(0, 3)}-8${counted.slice(3, 6)}-${tail}`;
      return { base, payer, hashes: new Map() };
    },
    occasionOf: (quoteId) => {
      const base = quoteId.slice(quoteId.indexOf(':') + 1, -2);
      return { base, payer: payerAt(Number.parseInt(base.slice(-4), 16)), hashes: new Map() };
    },
  };
}
