import type { ServerDeps } from './deps.ts';

/** The response of a page. */
export interface ShownPage {
  readonly status: number;
  readonly html: string;
  /** The origins of its pictures. */
  readonly picturesFrom?: readonly string[];
  /** When a retry may succeed, after too many attempts. */
  readonly retryAfterSeconds?: number | undefined;
}

/** The visitor of a page, and its address. */
interface PageVisit {
  /** The last part of its path. */
  readonly key: string;
  /** The IP address of the visitor. */
  readonly address: string;
  /** The country that the visitor has chosen on the page, unchecked. */
  readonly country: string | undefined;
}

/** A page for everyone who has its address. It shows something and has no form to decide. */
export interface PageRoute {
  readonly path: `/hosted/${string}/:key` | `/i/:key`;
  /** Whether an app may show it in a frame. */
  readonly mayBeFramed: boolean;
  readonly show: (server: ServerDeps, visit: PageVisit) => Promise<ShownPage>;
}
