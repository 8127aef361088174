/** The values that the sandbox prints when it starts, with the variables that the examples use. */
const settings = {
  baseUrl:
    'the address of the interface with its version date, for example http://127.0.0.1:4020/2025-10-13 (BASE_URL)',
  tokenId: 'the `clientId` of the token, as the sandbox prints it (TOKEN_ID)',
  tokenSecret: 'the `clientSecret` of the token, as the sandbox prints it (TOKEN_SECRET)',
  accessToken: 'the `accessToken` that redeeming a device code returns once',
} as const;

type Setting = keyof typeof settings;

function mustBeText(name: Setting, value: unknown): asserts value is string {
  if (value === undefined || value === null || value === '') {
    throw new TypeError(`${name} is missing. Give ${settings[name]}.`);
  }
  if (typeof value !== 'string') throw new TypeError(`${name} is not a string. Give ${settings[name]}.`);
  if (value !== value.trim()) throw new TypeError(`${name} has white space around it. Remove it.`);
}

function checkBaseUrl(value: unknown): void {
  mustBeText('baseUrl', value);
  // "localhost:4020" parses as a URL with the scheme "localhost", so the text before "//" is checked instead.
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
    throw new TypeError(`baseUrl "${value}" has no scheme. Use http://${value} for a sandbox, https:// elsewhere.`);
  }
  if (!/^https?:/i.test(value)) {
    throw new TypeError(`baseUrl "${value}" does not begin with http:// or https://. Use one of the two.`);
  }
  if (!URL.canParse(value)) throw new TypeError(`baseUrl "${value}" is not a URL. Give ${settings.baseUrl}.`);
  const { username, password, search, hash } = new URL(value);
  // The address may contain the secret, so it is not in the message.
  if (username !== '' || password !== '') {
    throw new TypeError('baseUrl contains credentials. Give them as separate settings instead.');
  }
  if (search !== '' || hash !== '') {
    throw new TypeError(`baseUrl "${value}" has a query or fragment. Remove everything from "?" or "#".`);
  }
}

/** The address and the time limit. */
export interface Reach {
  readonly baseUrl: unknown;
  readonly timeoutMs: unknown;
}

/** The longest delay of a timer; a longer one would fire at once. */
const longestMs = 2 ** 31 - 1;

/** Throws a `TypeError` that names a missing or invalid setting, before a request fails because of it. */
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
  // In Basic credentials the user name ends at the first colon, so the id of the token ("Token:…") never works.
  if (tokenId.includes(':')) throw new TypeError(`tokenId must be the clientId of the token, not its id ${tokenId}.`);
  mustBeText('tokenSecret', tokenSecret);
}

export function checkAccessToken(accessToken: unknown): void {
  mustBeText('accessToken', accessToken);
  // The value is not in the message, because it may be another secret.
  if (/\s/.test(accessToken))
    throw new TypeError('accessToken has white space in it. Give the token alone, without "Bearer".');
}
