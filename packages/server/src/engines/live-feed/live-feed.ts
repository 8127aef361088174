import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { FeedMessage, FeedSource } from './feed-source.ts';
import {
  type FeedChoice,
  type FeedOutlet,
  type Follower,
  inOrder,
  isBehind,
  type SharedTexts,
  type Told,
  tell,
  tellBehind,
} from './follower.ts';
import { createPositions, type Mark, type Position, type Positions } from './position.ts';

export interface LiveFeedOptions {
  readonly database: Database;
  readonly sealer: Pick<Sealer, 'secretFor'>;
  readonly sources: readonly FeedSource[];
  readonly onBug: (error: unknown) => void;
}

/** What one platform is told now, and how far that has come. */
interface Channel {
  at: Position;
  readonly followers: Set<Follower>;
}

/** As many messages of a source are read at once. */
const batchSize = 200;
/** What so many readings have found goes to all followers at once: a write to each costs more than a reading. */
const readingsAtOnce = 3;
/** What other processes have committed is noticed this late at the latest. */
const idleMs = 250;
/** Commits within so short a time are read together; with many followers it grows, since each reading is told to all. */
const groupingMs = 20;
const groupingMsPerFollower = 2;
const longestGroupingMs = 500;
const waitAfterBugMs = 1_000;
/** After a poke, what was committed may be held back for a moment by a transaction that began before it. */
const looksAfterPoke = { sqlite: 1, postgres: 3 } as const;

/**
 * Tells followers what has happened on their platform, in the order of commits. However many follow, the tables are
 * read once for each platform; who is behind reads for itself until it has caught up.
 */
export class LiveFeed {
  /** How callers are told of positions, the same in every process. */
  readonly positions: Positions;
  readonly #options: LiveFeedOptions;
  readonly #channels = new Map<number, Channel>();
  readonly #letters: ReadonlySet<string>;
  #followers = 0;
  #timer: NodeJS.Timeout | undefined;
  #looksAtMs = Number.POSITIVE_INFINITY;
  #lookedAtMs = 0;
  #looksLeft = 0;
  #reading: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
    this.positions = createPositions(options.sealer);
    this.#letters = new Set(options.sources.map(({ letter }) => letter));
  }

  /**
   * Where to go on: behind the given marks, and for other sources behind all there is. `undefined` when a mark lies
   * ahead of everything, and is therefore none of this data.
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

  /** Tells everything behind a position, until the follower leaves. */
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
      // Whoever is cut off comes back with its position.
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

  /** How many follow it in this process. */
  get followers(): number {
    return this.#followers;
  }

  /** Something was committed. */
  poke(): void {
    if (this.#channels.size === 0) return;
    this.#looksLeft = looksAfterPoke[this.#options.database.engine];
    this.#lookIn(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  async #catchUp(follower: Follower): Promise<void> {
    while (!follower.isDone && !this.#isStopped) {
      const { batches, isMore } = await this.#read(follower.tenant, follower.at, follower.letters);
      if (follower.isDone) return;
      const { told, at } = inOrder(follower.at, batches);
      tellBehind(follower, told, at);
      await follower.drained();
      // SQLite answers at once: whoever reads fast would otherwise keep everybody waiting until all of it is read.
      await nextTurn();
      if (!isMore && this.#join(follower)) return;
    }
  }

  /** Whether the follower has caught up with the others of its platform, and is told with them from now on. */
  #join(follower: Follower): boolean {
    if (follower.isDone) return true;
    const channel = this.#channels.get(follower.tenant) ?? { at: follower.at, followers: new Set() };
    for (const letter of follower.letters) if (isBehind(follower.at, channel.at, letter)) return false;
    follower.at = { ...channel.at, ...follower.at };
    follower.isAhead = [...follower.letters].some((letter) => isBehind(channel.at, follower.at, letter));
    channel.followers.add(follower);
    this.#channels.set(follower.tenant, channel);
    this.#lookIn(0);
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

  #lookIn(delayMs: number): void {
    if (this.#isStopped || this.#reading !== undefined) return;
    const groupedMs = Math.min(longestGroupingMs, groupingMs + this.#followers * groupingMsPerFollower);
    const atMs = Math.max(performance.now() + delayMs, this.#lookedAtMs + groupedMs);
    if (atMs >= this.#looksAtMs) return;
    clearTimeout(this.#timer);
    this.#looksAtMs = atMs;
    this.#timer = setTimeout(
      () => {
        this.#looksAtMs = Number.POSITIVE_INFINITY;
        // Without followers a look ends at once, and must not be taken for one that goes on.
        this.#reading = this.#look().then((waitMs) => {
          this.#lookedAtMs = performance.now();
          this.#reading = undefined;
          if (this.#channels.size > 0) this.#lookIn(waitMs);
        });
      },
      Math.max(0, atMs - performance.now()),
    );
  }

  /** Says after how long to look again. */
  async #look(): Promise<number> {
    try {
      // A poke from here on is for the next look.
      this.#looksLeft = Math.max(0, this.#looksLeft - 1);
      let isMore = false;
      for (const [tenant, channel] of [...this.#channels]) {
        isMore = (await this.#tell(tenant, channel)) || isMore;
        await nextTurn();
      }
      return isMore || this.#looksLeft > 0 ? 0 : idleMs;
    } catch (error) {
      this.#options.onBug(error);
      return waitAfterBugMs;
    }
  }

  /** Reads what is new on one platform and tells it to all who follow that; says whether there is more. */
  async #tell(tenant: number, channel: Channel): Promise<boolean> {
    const told: Told[] = [];
    let isMore = true;
    let { at } = channel;
    for (let readings = 0; isMore && readings < readingsAtOnce; readings += 1) {
      const reading = await this.#read(tenant, at, this.#letters);
      const found = inOrder(at, reading.batches);
      told.push(...found.told);
      ({ at } = found);
      ({ isMore } = reading);
    }
    channel.at = at;
    if (told.length === 0) return false;
    const shared: SharedTexts = new Map();
    for (const follower of channel.followers) tell(follower, told, at, shared);
    return isMore;
  }
}
