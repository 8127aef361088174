import { Buffer } from 'node:buffer';
import { parseJson } from '../../ground/json/json-text.ts';

/** The given members of a JSON object in the text; `undefined` unless all of them are text. */
export function readTexts<Name extends string>(
  text: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const members = names.map((name) => [name, Object.getOwnPropertyDescriptor(value, name)?.value] as const);
  if (!members.every(([, member]) => typeof member === 'string')) return undefined;
  return Object.fromEntries(members) as Record<Name, string>;
}

/** Removes one outer layer of JSON text: some clients encode their data twice. */
export function withoutOuterText(text: string): string {
  const value = parse(text);
  return typeof value === 'string' ? value : text;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

export function readHex(text: string): Uint8Array | undefined {
  return /^([0-9a-fA-F]{2})*$/.test(text) ? new Uint8Array(Buffer.from(text, 'hex')) : undefined;
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
