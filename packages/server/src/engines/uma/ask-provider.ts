import { parseJson } from '../../ground/json/json-text.ts';
import type { UmaContext } from './uma-context.ts';

/** A request to another provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** JSON. */
  readonly body?: string;
  /** The address that it is about. Nothing of it is sent. */
  readonly regarding: string;
}

/** What came back, or that nothing did. */
export type ProviderAnswer =
  | { readonly status: number; readonly body: string }
  | { readonly status: null; readonly error: string };

/** Reaches other providers. Never throws, and ends within seconds whatever they do. */
export type AskProvider = (request: ProviderRequest, context: UmaContext) => Promise<ProviderAnswer>;

/** JSON that a provider answered with; `undefined` where it is none. */
export function jsonOf(answer: { readonly body: string }): unknown {
  try {
    return parseJson(answer.body);
  } catch {
    return undefined;
  }
}
