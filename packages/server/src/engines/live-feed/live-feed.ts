import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import { ownTurn } from '../../ground/turns/own-turn.ts';
import type { FeedMessage, FeedSource } from './feed-source.ts';
import {
  type FeedChoice,
  type FeedOutlet,
  type Follower,
  isBehind,
  type PositionedMessage,
  type SharedTexts,
  sendNewer,
  sendTo,
  withPositions,
} from './follower.ts';
import { createPositions, type Mark, type Position, type Positions } from './position.ts';

export interface LiveFeedOptions {
  readonly database: Database;
  readonly sealer: Pick<Sealer, 'secretFor'>;
  readonly sources: readonly FeedSource[];
  readonly onBug: (error: unknown) => void;
}

/** The followers of one platform and the position up to which they have been served. */
interface Channel {
  at: Position;
  readonly followers: Set<Follower>;
}

/** The most messages of a source that are read at once. */
const batchSize = 200;
/** Up to this many reads are sent to all followers together: writing to each costs more than reading. */
const readingsAtOnce = 3;
/** Commits of other processes are noticed after this time at the latest. */
const idleMs = 250;
/**
 * Commits within this time are read together. It grows with the number of followers, since each read is sent to all.
 */
const groupingMs = 20;
const groupingMsPerFollower = 2;
const longestGroupingMs = 500;
const waitAfterBugMs = 1_000;
/** After a wake-up, an older transaction may hide the commit for a moment. */
const pollsAfterWake = { sqlite: 1, postgres: 3 } as const;

/**
 * Sends followers the changes of their platform, in the order of commits. The tables are read once for each platform,
 * for any number of followers. A follower that is behind reads for itself until it has caught up.
 */
export class LiveFeed {
  /** The text form of positions for callers, the same in every process. */
  readonly positions: Positions;
  readonly #options: LiveFeedOptions;
  readonly #channels = new Map<number, Channel>();
  readonly #letters: ReadonlySet<string>;
  #followers = 0;
  #timer: NodeJS.Timeout | undefined;
  #pollsAtMs = Number.POSITIVE_INFINITY;
  #polledAtMs = 0;
  #pollsLeft = 0;
  #reading: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
    this.positions = createPositions(options.sealer);
    this.#letters = new Set(options.sources.map(({ letter }) => letter));
  }

  /**
   * Where a follower continues: after the given marks, and for other sources at their current end. `undefined` if a
   * mark is ahead of all data, and therefore belongs to another store.
   */
  async positionFrom(given: Position, letters: ReadonlySet<string>): Promise<Position | undefined> {
    const { database, sources } = this.#options;
    const ends = await database.read((unit) =>
      Promise.all(sources.map(async (source) => [source.letter, await source.end(unit)] as const)),
    );
    const position: Record<string, Mark> = {};
    for (const [letter, { settled, ceiling }] of ends) {
      const mark = letters.has(letter) ? given[letter] : undefined;
      if (mark !== undefined && mark.position > ceiling) return undefined;
      position[letter] = mark ?? { position: settled, id: '' };
    }
    return position;
  }

  /** Sends everything after a position, until the follower leaves. */
  follow({ after, ...choice }: FeedChoice, outlet: FeedOutlet): Follower {
    const follower: Follower = {
      ...choice,
      ...outlet,
      positions: this.positions,
      at: after,
      isAhead: false,
      isDone: false,
    };
    this.#followers += 1;
    this.#catchUp(follower).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) this.#options.onBug(error);
      // After a disconnect, the follower reconnects with its position.
      follower.end();
    });
    return follower;
  }

  leave(follower: Follower): void {
    if (follower.isDone) return;
    follower.isDone = true;
    this.#followers -= 1;
    const channel = this.#channels.get(follower.tenant);
    channel?.followers.delete(follower);
    if (channel?.followers.size === 0) this.#channels.delete(follower.tenant);
  }

  /** The number of followers in this process. */
  get followers(): number {
    return this.#followers;
  }

  /** Call it after a commit. */
  wake(): void {
    if (this.#channels.size === 0) return;
    this.#pollsLeft = pollsAfterWake[this.#options.database.engine];
    this.#pollIn(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  async #catchUp(follower: Follower): Promise<void> {
    while (!follower.isDone && !this.#isStopped) {
      await ownTurn(follower.tenant);
      const { batches, isMore } = await this.#read(follower.tenant, follower.at, follower.letters);
      if (follower.isDone) return;
      const { told, at } = withPositions(follower.at, batches);
      sendNewer(follower, told, at);
      await follower.drained();
      if (!isMore && this.#join(follower)) return;
    }
  }

  /** Adds the follower to its platform's channel if it has caught up. Returns whether it left the catching-up. */
  #join(follower: Follower): boolean {
    if (follower.isDone) return true;
    const channel = this.#channels.get(follower.tenant) ?? { at: follower.at, followers: new Set() };
    for (const letter of follower.letters) if (isBehind(follower.at, channel.at, letter)) return false;
    follower.at = { ...channel.at, ...follower.at };
    follower.isAhead = [...follower.letters].some((letter) => isBehind(channel.at, follower.at, letter));
    channel.followers.add(follower);
    this.#channels.set(follower.tenant, channel);
    this.#pollIn(0);
    return true;
  }

  async #read(
    tenant: number,
    at: Position,
    letters: ReadonlySet<string>,
  ): Promise<{ readonly batches: readonly (readonly [FeedSource, FeedMessage[]])[]; readonly isMore: boolean }> {
    const { database, sources } = this.#options;
    const wanted = sources.filter(({ letter }) => letters.has(letter));
    const batches = await database.read((unit) =>
      Promise.all(
        wanted.map(async (source) => {
          const after = at[source.letter] ?? { position: 0, id: '' };
          return [source, await source.read(unit, { tenant, after, limit: batchSize })] as const;
        }),
      ),
    );
    return { batches, isMore: batches.some(([, messages]) => messages.length === batchSize) };
  }

  #pollIn(delayMs: number): void {
    if (this.#isStopped || this.#reading !== undefined) return;
    const groupedMs = Math.min(longestGroupingMs, groupingMs + this.#followers * groupingMsPerFollower);
    const atMs = Math.max(performance.now() + delayMs, this.#polledAtMs + groupedMs);
    if (atMs >= this.#pollsAtMs) return;
    clearTimeout(this.#timer);
    this.#pollsAtMs = atMs;
    this.#timer = setTimeout(
      () => {
        this.#pollsAtMs = Number.POSITIVE_INFINITY;
        // Without followers a poll ends at once, and must not count as still running.
        this.#reading = this.#poll().then((waitMs) => {
          this.#polledAtMs = performance.now();
          this.#reading = undefined;
          if (this.#channels.size > 0) this.#pollIn(waitMs);
        });
      },
      Math.max(0, atMs - performance.now()),
    );
  }

  /** Reads all channels. Returns after how many milliseconds to poll again. */
  async #poll(): Promise<number> {
    try {
      // A wake-up from here on needs another poll.
      this.#pollsLeft = Math.max(0, this.#pollsLeft - 1);
      let isMore = false;
      for (const [tenant, channel] of [...this.#channels]) {
        isMore = (await this.#sendTo(tenant, channel)) || isMore;
        await nextTurn();
      }
      return isMore || this.#pollsLeft > 0 ? 0 : idleMs;
    } catch (error) {
      this.#options.onBug(error);
      return waitAfterBugMs;
    }
  }

  /** Sends the followers of one platform its new messages. Returns whether there are more. */
  async #sendTo(tenant: number, channel: Channel): Promise<boolean> {
    const told: PositionedMessage[] = [];
    let isMore = true;
    let { at } = channel;
    for (let readings = 0; isMore && readings < readingsAtOnce; readings += 1) {
      const reading = await this.#read(tenant, at, this.#letters);
      const found = withPositions(at, reading.batches);
      told.push(...found.told);
      ({ at } = found);
      ({ isMore } = reading);
    }
    channel.at = at;
    if (told.length === 0) return false;
    const shared: SharedTexts = new Map();
    for (const follower of channel.followers) sendTo(follower, told, at, shared);
    return isMore;
  }
}
