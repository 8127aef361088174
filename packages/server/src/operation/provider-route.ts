import type { ServerDeps } from './deps.ts';

/** A request of another provider, which has no credentials and signs what it says. */
export interface ProviderCall {
  /** Where it comes from: an IP address. */
  readonly address: string;
  /** In lower case, without its port. */
  readonly host: string;
  /** The variable part of the path, decoded. */
  readonly name: string;
  readonly key: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly body: string;
}

/** What is answered: JSON. */
export interface ProviderAnswer {
  readonly status: number;
  readonly body: string;
}

/** A route that the protocol of UMA prescribes, or that its messages name. It lies beside the interface. */
export interface ProviderRoute {
  readonly method: 'GET' | 'POST';
  readonly path: `/.well-known/${string}`;
  readonly handle: (server: ServerDeps, call: ProviderCall) => Promise<ProviderAnswer>;
}
