import type { Buffer } from 'node:buffer';
import type { FeedMessage, FeedSource } from './feed-source.ts';
import { isAtOrAfter, type Position, type Positions } from './position.ts';
import { encoded, type StreamEncoding } from './stream-encoding.ts';

/** What somebody wants to be told. */
export interface FeedChoice {
  readonly tenant: number;
  /** Only what lies behind this. */
  readonly after: Position;
  /** The letters of the sources. */
  readonly letters: ReadonlySet<string>;
  /** Only messages of this type, of sources whose messages have one. */
  readonly type: string | undefined;
}

/** Where messages go to. */
export interface FeedOutlet {
  readonly encoding: StreamEncoding;
  /** Takes messages as encoded text of server-sent events. Never waits: whoever reads too slowly is cut off. */
  readonly write: (bytes: Buffer) => void;
  /** Resolves when there is room for more, or when nobody reads any more. */
  readonly drained: () => Promise<void>;
  /** Ends what cannot go on. */
  readonly end: () => void;
}

export interface Follower extends Omit<FeedChoice, 'after'>, FeedOutlet {
  readonly positions: Pick<Positions, 'write'>;
  /** Everything up to here was told, or was not wanted. */
  at: Position;
  /** Whether it came with a position that the others of its platform have not reached yet. */
  isAhead: boolean;
  isDone: boolean;
}

/** A message in its place: the position behind it, and where it comes from. */
export interface Told {
  readonly at: Position;
  readonly source: FeedSource;
  readonly message: FeedMessage;
}

const start = { position: 0, id: '' };

/** Whether a position has come less far in one source than another has. */
export function isBehind(one: Position, other: Position, letter: string): boolean {
  return !isAtOrAfter(one[letter] ?? start, other[letter] ?? start);
}

/** The messages of one reading, each with the position behind it. */
export function inOrder(
  from: Position,
  batches: readonly (readonly [FeedSource, readonly FeedMessage[]])[],
): { readonly told: readonly Told[]; readonly at: Position } {
  let at = from;
  const told: Told[] = [];
  for (const [source, messages] of batches) {
    for (const message of messages) {
      at = { ...at, [source.letter]: message.mark };
      told.push({ at, source, message });
    }
  }
  return { told, at };
}

export function isWanted({ letters, type }: Follower, { source, message }: Told): boolean {
  return letters.has(source.letter) && (type === undefined || message.type === undefined || message.type === type);
}

/** One server-sent event. JSON has no line breaks of its own. */
function textOf({ positions }: Follower, { at, source, message }: Told): string {
  return `id: ${positions.write(at)}\nevent: ${source.event}\ndata: ${message.data}\n\n`;
}

/** What one reading tells, by the choices of followers: those who have chosen alike share theirs. */
export type SharedTexts = Map<string, Buffer>;

/** Tells a follower what its platform has just read, up to `at`. */
export function tell(follower: Follower, told: readonly Told[], at: Position, shared: SharedTexts): void {
  if (follower.isAhead) {
    tellBehind(follower, told, at);
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

/** Tells a follower what lies behind its own position, which may be all of it or only a part. */
export function tellBehind(follower: Follower, told: readonly Told[], at: Position): void {
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
