import type { Buffer } from 'node:buffer';
import type { FeedMessage, FeedSource } from './feed-source.ts';
import { isAtOrAfter, type Position, type Positions } from './position.ts';
import { encoded, type StreamEncoding } from './stream-encoding.ts';

/** The messages that a follower wants. */
export interface FeedChoice {
  readonly tenant: number;
  /** Only messages after this position. */
  readonly after: Position;
  /** The letters of the sources. */
  readonly letters: ReadonlySet<string>;
  /** Only messages of this type. Sources without types ignore it. */
  readonly type: string | undefined;
}

/** The connection that messages are written to. */
export interface FeedOutlet {
  readonly encoding: StreamEncoding;
  /** Writes encoded server-sent events. Never waits: it disconnects a follower that reads too slowly. */
  readonly write: (bytes: Buffer) => void;
  /** Resolves when there is room for more, or when the connection has ended. */
  readonly drained: () => Promise<void>;
  /** Ends the connection if it cannot continue. */
  readonly end: () => void;
}

export interface Follower extends Omit<FeedChoice, 'after'>, FeedOutlet {
  readonly positions: Pick<Positions, 'write'>;
  /** Everything up to here was sent, or was not wanted. */
  at: Position;
  /** Whether it started from a position that the channel of its platform has not reached yet. */
  isAhead: boolean;
  isDone: boolean;
}

/** A message with its source and the position after it. */
export interface PositionedMessage {
  readonly at: Position;
  readonly source: FeedSource;
  readonly message: FeedMessage;
}

const start = { position: 0, id: '' };

/** Whether a position is behind another one in a source. */
export function isBehind(one: Position, other: Position, letter: string): boolean {
  return !isAtOrAfter(one[letter] ?? start, other[letter] ?? start);
}

/** The messages of one read, each with the position after it. */
export function withPositions(
  from: Position,
  batches: readonly (readonly [FeedSource, readonly FeedMessage[]])[],
): { readonly told: readonly PositionedMessage[]; readonly at: Position } {
  let at = from;
  const told: PositionedMessage[] = [];
  for (const [source, messages] of batches) {
    for (const message of messages) {
      at = { ...at, [source.letter]: message.mark };
      told.push({ at, source, message });
    }
  }
  return { told, at };
}

function isWanted({ letters, type }: Follower, { source, message }: PositionedMessage): boolean {
  return letters.has(source.letter) && (type === undefined || message.type === undefined || message.type === type);
}

/** One server-sent event. JSON text contains no line breaks. */
function textOf({ positions }: Follower, { at, source, message }: PositionedMessage): string {
  return `id: ${positions.write(at)}\nevent: ${source.event}\ndata: ${message.data}\n\n`;
}

/** The encoded messages of one read, by the choices of followers: followers with the same choice share them. */
export type SharedTexts = Map<string, Buffer>;

/** Sends a follower what was just read for its platform, up to `at`. */
export function sendTo(
  follower: Follower,
  told: readonly PositionedMessage[],
  at: Position,
  shared: SharedTexts,
): void {
  if (follower.isAhead) {
    sendNewer(follower, told, at);
    return;
  }
  follower.at = at;
  const choice = `${follower.encoding} ${[...follower.letters].sort().join('')} ${follower.type ?? ''}`;
  let bytes = shared.get(choice);
  if (bytes === undefined) {
    const wanted = told.filter((one) => isWanted(follower, one));
    bytes = encoded(wanted.map((one) => textOf(follower, one)).join(''), follower.encoding);
    shared.set(choice, bytes);
  }
  if (bytes.length > 0) follower.write(bytes);
}

/** Sends a follower the messages after its own position, which may be all of them or only some. */
export function sendNewer(follower: Follower, told: readonly PositionedMessage[], at: Position): void {
  let text = '';
  for (const { source, message } of told) {
    const { letter } = source;
    if (isAtOrAfter(follower.at[letter] ?? start, message.mark)) continue;
    follower.at = { ...follower.at, [letter]: message.mark };
    const own = { at: follower.at, source, message };
    if (isWanted(follower, own)) text += textOf(follower, own);
  }
  follower.isAhead = Object.keys(at).some((letter) => isBehind(at, follower.at, letter));
  if (text !== '') follower.write(encoded(text, follower.encoding));
}
