import { rmSync } from 'node:fs';
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

function isProfile(value: unknown): value is Profile {
  if (typeof value !== 'object' || value === null || !('baseUrl' in value) || !isText(value.baseUrl)) return false;
  const isOfPlatform =
    'tokenId' in value && isText(value.tokenId) && 'tokenSecret' in value && isText(value.tokenSecret);
  return isOfPlatform || ('accessToken' in value && isText(value.accessToken));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readProfile(file: string): Profile | undefined {
  const text = readPrivateFile(file);
  if (text === undefined) return undefined;
  const value = parsed(text);
  if (!isProfile(value))
    throw new UnusableFile(`${file} is not a valid profile. Run \`payments logout\`, then \`payments login\`.`);
  return value;
}

export function writeProfile(file: string, profile: Profile): void {
  writePrivateFile(file, `${JSON.stringify(profile, null, 2)}\n`);
}

export function removeProfile(file: string): void {
  rmSync(file, { force: true });
}
