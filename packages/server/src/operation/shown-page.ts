import type { ServerDeps } from './deps.ts';

/** What a page answers. */
export interface ShownPage {
  readonly status: number;
  readonly html: string;
}

/** A page that shows something to whoever has its address, in a frame of an app, and asks nothing. */
export interface PageRoute {
  readonly path: `/hosted/${string}/:key`;
  readonly show: (server: ServerDeps, key: string) => Promise<ShownPage>;
}
