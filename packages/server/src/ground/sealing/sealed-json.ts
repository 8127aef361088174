import { type JsonText, readJson, writeJson } from '../json/json-text.ts';
import type { Sealer } from './sealer.ts';

declare const content: unique symbol;

/** Sealed JSON text that holds a `T`. */
export type SealedJson<T> = string & { readonly [content]: T };

export function sealJson<T>(sealer: Pick<Sealer, 'seal'>, value: NoInfer<T>): SealedJson<T> {
  return sealer.seal(writeJson<T>(value)) as SealedJson<T>;
}

export function unsealJson<T>(sealer: Pick<Sealer, 'unseal'>, sealed: SealedJson<T>): T {
  return readJson(sealer.unseal(sealed) as JsonText<T>);
}
