import { readPrivateFile, UnusableFile, writePrivateFile } from '@payments-platform/client/private-file';

/** The stored login: a platform's token, or the access token of an agent. */
export interface Profile {
  readonly baseUrl: string;
  readonly tokenId?: string;
  readonly tokenSecret?: string;
  readonly accessToken?: string;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

export function isToken(value: unknown): value is Required<Pick<Profile, 'tokenId' | 'tokenSecret'>> {
  if (typeof value !== 'object' || value === null) return false;
  return 'tokenId' in value && isText(value.tokenId) && 'tokenSecret' in value && isText(value.tokenSecret);
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== 'object' || value === null || !('baseUrl' in value) || !isText(value.baseUrl)) return false;
  return isToken(value) || ('accessToken' in value && isText(value.accessToken));
}

/** The value of a stored text; `undefined` if the file is damaged. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readProfile(file: string): Profile | undefined {
  const text = readPrivateFile(file);
  if (text === undefined) return undefined;
  const value = parseStored(text);
  if (!isProfile(value))
    throw new UnusableFile(`${file} is not a valid profile. Run \`payments logout\`, then \`payments login\`.`);
  return value;
}

export function writeProfile(file: string, profile: Profile): void {
  writePrivateFile(file, `${JSON.stringify(profile, null, 2)}\n`);
}
