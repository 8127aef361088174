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

/** Upper and lower case are the same address. Returns `undefined` if the text is not an address. */
export function readUmaAddress(given: string): UmaAddress | undefined {
  const text = given.toLowerCase();
  if (text.length > longest || !form.test(text)) return undefined;
  const at = text.indexOf('@');
  return { text, name: text.slice(1, at), domain: text.slice(at + 1) };
}

/** For addresses that the specification has validated or that were stored. */
export function umaAddress(given: string): UmaAddress {
  const address = readUmaAddress(given);
  if (address === undefined) throw new Error('the text is not a UMA address');
  return address;
}

const hostForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?$/;

/** Whether the domain can be a host: the pattern of an address also allows ports and numbers that no host has. */
export function isHost(domain: string): boolean {
  return hostForm.test(domain) && URL.canParse(`https://${domain}`);
}
