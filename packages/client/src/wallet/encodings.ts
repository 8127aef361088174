/** Bytes with their own buffer, in a type that compilers before TypeScript 5.7 also accept. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `undefined` if the text is not hexadecimal. */
export function readHex(text: string): Bytes | undefined {
  if (!/^([0-9a-fA-F]{2})*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function concatenated(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The members of a JSON object if all of them are strings, else `undefined`. */
export function readTexts<Name extends string>(
  text: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const members = names.map((name) => [name, Object.getOwnPropertyDescriptor(value, name)?.value] as const);
  return members.every(([, member]) => typeof member === 'string')
    ? (Object.fromEntries(members) as Record<Name, string>)
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
