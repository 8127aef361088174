import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Send } from '@payments-platform/client';
import { memoryFolder } from '../../server/test/memory-folder.ts';
import { run } from '../src/run.ts';
import type { Environment, Surroundings } from '../src/surroundings.ts';

/** The output of a command. */
export interface Printed {
  readonly code: number;
  readonly output: string;
  readonly complaints: string;
}

/** A terminal with its own home folder and an empty environment. */
export interface Terminal {
  readonly folder: string;
  type(words: readonly string[], given?: Partial<Surroundings>): Promise<Printed>;
  remove(): void;
}

export interface TerminalOptions {
  /** An existing folder, which is not deleted. */
  readonly folder?: string;
  readonly environment?: Environment;
  readonly send?: Send;
}

export function openTerminal({ environment = {}, send, folder: given }: TerminalOptions = {}): Terminal {
  const folder = given ?? mkdtempSync(join(memoryFolder(), 'payments-cli-'));
  return {
    folder,
    type: async (words, changed = {}) => {
      const output: string[] = [];
      const complaints: string[] = [];
      const code = await run(words, {
        environment: { HOME: folder, ...environment },
        folder,
        print: (line) => output.push(line),
        tell: (line) => complaints.push(line),
        readInput: async () => '',
        ask: undefined,
        isTerminal: false,
        columns: 120,
        signal: new AbortController().signal,
        now: () => new Date('2025-01-01T00:00:00.000Z'),
        ...(send && { send }),
        ...changed,
      });
      return { code, output: output.join('\n'), complaints: complaints.join('\n') };
    },
    remove: () => {
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The variables that name a platform and its token. */
export function credentialsIn(access: {
  readonly baseUrl: string;
  readonly credentials: { readonly tokenId: string; readonly tokenSecret: string };
}): Environment {
  return {
    PAYMENTS_BASE_URL: access.baseUrl,
    PAYMENTS_TOKEN_ID: access.credentials.tokenId,
    PAYMENTS_TOKEN_SECRET: access.credentials.tokenSecret,
  };
}
