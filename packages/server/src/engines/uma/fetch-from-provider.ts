import { parseJson } from '../../ground/json/json-text.ts';
import type { UmaContext } from './uma-context.ts';

/** A request to another provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** JSON. */
  readonly body?: string;
  /** The UMA address that the request concerns. It is not sent. */
  readonly regarding: string;
}

/** The response, or that there was none. */
export type ProviderAnswer =
  | { readonly status: number; readonly body: string }
  | { readonly status: null; readonly error: string };

/** Sends a request to another provider. Never throws, and returns within seconds whatever the provider does. */
export type FetchFromProvider = (request: ProviderRequest, context: UmaContext) => Promise<ProviderAnswer>;

/** The JSON of a response; `undefined` if its body is not JSON. */
export function jsonOf(answer: { readonly body: string }): unknown {
  try {
    return parseJson(answer.body);
  } catch {
    return undefined;
  }
}
