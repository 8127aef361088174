import { Buffer } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { components } from '@payments-platform/types';
import { UnusableOptions } from '../start/read-flags.ts';

export type ClockState = components['schemas']['SandboxClock'];
export type ClockAdvance = components['schemas']['SandboxClockAdvance'];

/** The clock operations of a running sandbox. */
export interface SandboxCaller {
  read(): Promise<ClockState>;
  change(change: components['schemas']['SandboxClockChange']): Promise<ClockState>;
  advance(request: components['schemas']['SandboxClockAdvanceRequest']): Promise<ClockAdvance>;
}

interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

export interface SandboxPlace {
  readonly baseUrl: string;
  /** Folder with the credentials that the sandbox made for itself. */
  readonly dataFolder: string;
}

export function createSandboxCaller(place: SandboxPlace): SandboxCaller {
  const { tokenId, tokenSecret } = readCredentials(place.dataFolder);
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${place.baseUrl}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new UnusableOptions(
        `No sandbox answers at ${place.baseUrl}. Start it with npm start, or name it with --url.`,
      );
    });
    const content = (await answer.json()) as T & { readonly reason?: string };
    if (!answer.ok) throw new UnusableOptions(`The sandbox refuses: ${content.reason ?? answer.status}`);
    return content;
  };
  return {
    read: () => call('GET', '/sandbox/clock'),
    change: (change) => call('PATCH', '/sandbox/clock', change),
    advance: (request) => call('POST', '/sandbox/clock/advance', request),
  };
}

function readCredentials(folder: string): Credentials {
  const [tokenId, tokenSecret] = [process.env['PAYMENTS_TOKEN_ID'], process.env['PAYMENTS_TOKEN_SECRET']];
  if (tokenId !== undefined && tokenSecret !== undefined) return { tokenId, tokenSecret };
  const file = join(folder, 'credentials.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  throw new UnusableOptions(
    `There are no credentials in ${folder}. Name the data folder of the sandbox with --data, or set PAYMENTS_TOKEN_ID and PAYMENTS_TOKEN_SECRET.`,
  );
}
