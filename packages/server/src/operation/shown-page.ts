import type { ServerDeps } from './deps.ts';

/** What a page answers. */
export interface ShownPage {
  readonly status: number;
  readonly html: string;
  /** The origins of the pictures on it. */
  readonly picturesFrom?: readonly string[];
  /** When another try may succeed, where this one came too often. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Who opens a page, and at which address. */
export interface PageVisit {
  /** The last part of its path. */
  readonly key: string;
  /** Where it is opened from: an IP address. */
  readonly address: string;
  /** The country that the visitor has chosen on the page itself, as they sent it: nothing of it has been checked. */
  readonly country: string | undefined;
}

/** A page that shows something to whoever has its address, and asks nothing. */
export interface PageRoute {
  readonly path: `/hosted/${string}/:key` | `/i/:key`;
  /** Whether an app may show it in a frame. */
  readonly mayBeFramed: boolean;
  readonly show: (server: ServerDeps, visit: PageVisit) => Promise<ShownPage>;
}
