import type { ServerDeps } from './deps.ts';

/** A request of another provider. It has no credentials; its content is signed. */
export interface ProviderCall {
  /** The IP address of the sender. */
  readonly address: string;
  /** In lower case, without its port. */
  readonly host: string;
  /** The variable part of the path, decoded. */
  readonly name: string;
  readonly key: string;
  /** With the question mark, or empty. */
  readonly search: string;
  readonly body: string;
}

/** The response, as JSON. */
export interface ProviderAnswer {
  readonly status: number;
  readonly body: string;
}

/** A route that the UMA protocol prescribes, or that its messages name. It lies beside the interface. */
export interface ProviderRoute {
  readonly method: 'GET' | 'POST';
  readonly path: `/.well-known/${string}`;
  readonly handle: (server: ServerDeps, call: ProviderCall) => Promise<ProviderAnswer>;
}
