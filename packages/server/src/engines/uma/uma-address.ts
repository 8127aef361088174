/** The form of the specification: `$name@domain`, the name with its dollar sign at most 64 characters. */
const form = /^\$[a-z0-9\-_.+]{1,63}@[a-z0-9.-]+(:[0-9]{1,5})?$/;
const longest = 320;

export interface UmaAddress {
  /** In lower case, as it is stored and compared. */
  readonly text: string;
  /** The part before the at sign, without the dollar sign. */
  readonly name: string;
  readonly domain: string;
}

/** Upper and lower case are the same address; `undefined` for a text that is none. */
export function readUmaAddress(given: string): UmaAddress | undefined {
  const text = given.toLowerCase();
  if (text.length > longest || !form.test(text)) return undefined;
  const at = text.indexOf('@');
  return { text, name: text.slice(1, at), domain: text.slice(at + 1) };
}

/** For addresses that have passed the specification or were stored. */
export function umaAddress(given: string): UmaAddress {
  const address = readUmaAddress(given);
  if (address === undefined) throw new Error('the text is not a UMA address');
  return address;
}

const hostForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?$/;

/** Whether a domain can be asked at all: the form of an address lets ports and numbers through that no address has. */
export function isHost(domain: string): boolean {
  return hostForm.test(domain) && URL.canParse(`https://${domain}`);
}
