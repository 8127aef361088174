const alphabet = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of padded base64; `undefined` for any other text, including white space, which `atob` accepts. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !alphabet.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
