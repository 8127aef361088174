/** What the sandbox prints when it starts; the examples put it into variables of these names. */
const settings = {
  baseUrl:
    'the address of the interface with its version date, for example http://127.0.0.1:4020/2025-10-13 (BASE_URL)',
  tokenId: 'the `clientId` of the token, as the sandbox prints it (TOKEN_ID)',
  tokenSecret: 'the `clientSecret` of the token, as the sandbox prints it (TOKEN_SECRET)',
  accessToken: 'the `accessToken` that redeeming a device code gives, once',
} as const;

type Setting = keyof typeof settings;

function mustBeText(name: Setting, value: unknown): asserts value is string {
  if (value === undefined || value === null || value === '') {
    throw new TypeError(`${name} is missing. Give ${settings[name]}.`);
  }
  if (typeof value !== 'string') throw new TypeError(`${name} is no text. Give ${settings[name]}.`);
  if (value !== value.trim()) throw new TypeError(`${name} has white space around it. Take it away.`);
}

function checkBaseUrl(value: unknown): void {
  mustBeText('baseUrl', value);
  // "localhost:4020" is a URL with the scheme "localhost", so what counts is what stands before "//".
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
    throw new TypeError(`baseUrl "${value}" has no scheme. Write http://${value} for a sandbox, https:// elsewhere.`);
  }
  if (!/^https?:/i.test(value)) {
    throw new TypeError(`baseUrl "${value}" begins with another scheme than http:// or https://. Use one of the two.`);
  }
  if (!URL.canParse(value)) throw new TypeError(`baseUrl "${value}" is not a URL. Give ${settings.baseUrl}.`);
  const { username, password, search, hash } = new URL(value);
  // The address may hold the secret, so it is not repeated.
  if (username !== '' || password !== '') {
    throw new TypeError('baseUrl holds credentials. Give them as settings of their own instead.');
  }
  if (search !== '' || hash !== '') {
    throw new TypeError(`baseUrl "${value}" goes on after its path. Leave out everything from "?" or "#".`);
  }
}

/** Where to call, and how long to wait. */
export interface Reach {
  readonly baseUrl: unknown;
  readonly timeoutMs: unknown;
}

/** What a timer can wait; a longer one would be over at once. */
const longestMs = 2 ** 31 - 1;

/** Names what is missing or wrong, before a request is made that could only fail. */
export function checkReach({ baseUrl, timeoutMs }: Reach): void {
  checkBaseUrl(baseUrl);
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0 && timeoutMs <= longestMs)) {
    throw new TypeError(
      `timeoutMs is ${timeoutMs}. Give a number of milliseconds greater than 0 and up to ${longestMs}, or leave it out.`,
    );
  }
}

export function checkToken(tokenId: unknown, tokenSecret: unknown): void {
  mustBeText('tokenId', tokenId);
  // The user name ends at the first colon, so the id of the token resource ("Token:…") would never be accepted.
  if (tokenId.includes(':')) throw new TypeError(`tokenId must be the clientId of the token, not its id ${tokenId}.`);
  mustBeText('tokenSecret', tokenSecret);
}

export function checkAccessToken(accessToken: unknown): void {
  mustBeText('accessToken', accessToken);
  // Not repeated: it may be another secret.
  if (/\s/.test(accessToken))
    throw new TypeError('accessToken has white space in it. Give the token alone, without "Bearer".');
}
