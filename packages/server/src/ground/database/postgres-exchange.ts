import type { Socket } from 'node:net';
import pg from 'pg';
import { MessageWriter } from './postgres-messages.ts';
import type { Row, Value } from './statement.ts';

/** PostgreSQL's answer to one statement. */
export interface Answer {
  readonly rows: Row[];
  /** The command and its number of rows, as in `UPDATE 3`. */
  readonly tag: string;
}

/** The number of rows that a statement has changed. */
export function changesOf({ tag }: Answer): number {
  return Number(tag.slice(tag.lastIndexOf(' ') + 1));
}

/** A statement in progress. Without `resolve`, a later statement with an awaiter reports its failure. */
export interface Asked {
  readonly text: string;
  readonly values: readonly Value[];
  /** Set if the text is prepared: once per connection, then run by this name. */
  readonly name?: string | undefined;
  resolve?(answer: Answer): void;
  reject?(error: unknown): void;
}

/** A text that one connection has prepared. */
interface Prepared {
  /** `UNKNOWN` if something failed during its preparation: it is deallocated and prepared again. */
  state: 'SENT' | 'UNKNOWN';
  /** Known from its first answer. Later runs need no description. */
  columns: readonly Column[] | undefined;
}

/** The prepared texts of one connection, by name. */
export type PreparedTexts = Map<string, Prepared>;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => Value;
}

const writer = new MessageWriter();

/**
 * Statements that are sent in one write, with one Sync, and answered in one: a Sync for each would cost PostgreSQL one
 * more answer to send and this process one more to receive. The statements after a failed one do not run, and fail for
 * the same reason.
 */
export class Exchange extends pg.Query {
  readonly statements: Asked[] = [];
  /** The driver's callback, with which it watches the time. Called when everything is answered. */
  callback: ((error?: unknown) => void) | undefined = () => undefined;
  readonly query_timeout: number | undefined;
  readonly #client: pg.PoolClient;
  readonly #prepared: PreparedTexts;
  readonly #parsedHere = new Set<string>();
  #at = 0;
  #columns: readonly Column[] | undefined;
  #rows: Row[] = [];
  #unreadable: unknown;

  constructor(client: pg.PoolClient, prepared: PreparedTexts, timeoutMs: number | undefined) {
    super({ text: '' });
    this.#client = client;
    this.#prepared = prepared;
    this.query_timeout = timeoutMs;
  }

  /** Sends everything. Later statements belong to the next exchange. */
  send(): void {
    this.#client.query(this);
  }

  override submit = ({ stream }: pg.Connection): void => {
    for (const { text, values, name } of this.statements) {
      const prepared = name === undefined ? undefined : this.#prepared.get(name);
      if (prepared?.state !== 'SENT') {
        if (name !== undefined) this.#prepare(name, prepared !== undefined);
        writer.parse(name ?? '', text);
      }
      writer.bind(name ?? '', values);
      if (prepared?.columns === undefined) writer.describe();
      writer.execute();
    }
    const bytes = writer.sync();
    if ((stream as Socket).writable) stream.write(bytes);
  };

  #prepare(name: string, isThere: boolean): void {
    if (isThere) writer.close(name);
    this.#prepared.set(name, { state: 'SENT', columns: undefined });
    this.#parsedHere.add(name);
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#columns ?? this.#known()?.columns ?? [];
    try {
      const row: Row = {};
      for (let at = 0; at < columns.length; at += 1) {
        const column = columns[at] as Column;
        const text = fields[at] ?? null;
        row[column.name] = text === null ? null : column.parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable = error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const asked = this.statements[this.#at];
    const known = this.#known();
    if (known !== undefined) known.columns ??= this.#columns ?? [];
    if (this.#unreadable === undefined) asked?.resolve?.({ rows: this.#rows, tag: text });
    else asked?.reject?.(this.#unreadable);
    this.#at += 1;
    this.#columns = undefined;
    this.#rows = [];
    this.#unreadable = undefined;
  }

  handleReadyForQuery(): void {
    this.callback?.();
  }

  handleError(error: unknown): void {
    for (const { name, reject } of this.statements.splice(this.#at)) {
      const prepared = name !== undefined && this.#parsedHere.has(name) ? this.#prepared.get(name) : undefined;
      if (prepared !== undefined && prepared.columns === undefined) prepared.state = 'UNKNOWN';
      reject?.(error);
    }
    this.callback?.(error);
  }

  #known(): Prepared | undefined {
    const name = this.statements[this.#at]?.name;
    return name === undefined ? undefined : this.#prepared.get(name);
  }
}
