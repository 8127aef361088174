import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { redeemDeviceCode } from '@payments-platform/client';
import { readPrivateFile, UnusableFile, writePrivateFile } from '@payments-platform/client/private-file';
import { interfaceVersion } from '../generated/agent-tools.ts';
import { programCommand } from '../program-command.ts';

/** The result of redeeming a device code. */
export interface StoredAccess {
  readonly url: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly accessToken: string;
  /** Recognizes a code that was already redeemed, without storing it. */
  readonly codeHash: string;
  readonly connectedAt: string;
}

const members = ['url', 'agentId', 'agentName', 'accessToken', 'codeHash', 'connectedAt'] as const;

function isAccess(value: unknown): value is StoredAccess {
  return (
    typeof value === 'object' &&
    value !== null &&
    members.every((name) => Object.hasOwn(value, name) && typeof Reflect.get(value, name) === 'string')
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readAccess(file: string): StoredAccess | undefined {
  const text = readPrivateFile(file);
  if (text === undefined) return undefined;
  const value = parsed(text);
  if (!isAccess(value)) {
    throw new UnusableFile(
      `${file} is not a valid connection file. Run \`${programCommand} logout\`, and connect with a new device code.`,
    );
  }
  return value;
}

export function hashOfCode(code: string): string {
  return createHash('sha256').update(code.trim().toUpperCase()).digest('hex');
}

/** The address of the interface. The version is optional; addresses beyond this machine must use HTTPS. */
export function interfaceUrl(given: string): string {
  if (!URL.canParse(given)) throw new TypeError(`"${given}" is not a URL. Give the address of the platform.`);
  const url = new URL(given);
  // "localhost:4020" is a URL with the scheme "localhost".
  if (!/^https?:\/\//i.test(given))
    throw new TypeError(`"${given}" has no scheme. Use https://, or http:// on this machine.`);
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol === 'http:' && !isHere) {
    throw new TypeError(`${url.protocol}//${url.host} would send the access token unencrypted. Use https://.`);
  }
  if (url.pathname === '/') url.pathname = `/${interfaceVersion}`;
  return url.href.replace(/\/$/, '');
}

/** Redeems a device code and stores the access token. */
export async function connect(
  file: string,
  { code, url }: { readonly code: string; readonly url: string },
  now: Date,
): Promise<StoredAccess> {
  const baseUrl = interfaceUrl(url);
  // If the token cannot be stored, it is lost together with its code, so the file is written once before.
  writePrivateFile(`${file}.trial`, '');
  rmSync(`${file}.trial`);
  const { agentId, agentName, accessToken } = await redeemDeviceCode({ baseUrl, code: code.trim() });
  const access = {
    url: baseUrl,
    agentId,
    agentName,
    accessToken,
    codeHash: hashOfCode(code),
    connectedAt: now.toISOString(),
  };
  writePrivateFile(file, `${JSON.stringify(access, null, 2)}\n`);
  return access;
}
