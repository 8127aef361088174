import { Buffer } from 'node:buffer';
import type { FileStore } from '../src/engines/files/file-store.ts';
import { createMemoryFileStore } from '../src/engines/files/memory-file-store.ts';
import { newCustomerId } from './customers.ts';
import type { Start } from './each-engine.ts';
import type { Answer, TestServer } from './test-server.ts';

const beginnings = {
  pdf: '%PDF-1.7\n',
  jpeg: Buffer.of(0xff, 0xd8, 0xff, 0xe0),
  png: Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
} as const;

/** Bytes that begin like a file of the kind, padded to a size. */
export function fileOf(kind: keyof typeof beginnings, sizeBytes = 64): Buffer {
  const beginning = Buffer.from(beginnings[kind]);
  return Buffer.concat([beginning, Buffer.alloc(Math.max(0, sizeBytes - beginning.length), 0x20)]);
}

export interface FormParts {
  readonly file?: Uint8Array | undefined;
  readonly fileName?: string;
  readonly [part: string]: string | Uint8Array | undefined;
}

/** A form of text parts and one file. */
export function formOf({ file, fileName = 'document.pdf', ...fields }: FormParts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.set(name, value);
  if (file !== undefined) form.set('file', new Blob([Buffer.from(file)]), fileName);
  return form;
}

export const passport = {
  documentType: 'PASSPORT',
  country: 'US',
  documentNumber: '575034801',
  issuingAuthority: 'Department of State',
} as const;

/** Uploads a document about a holder: by default a passport. */
export function upload(server: TestServer, documentHolder: string, parts: FormParts = {}): Promise<Answer> {
  return server.request('POST', '/documents', formOf({ ...passport, file: fileOf('pdf'), ...parts, documentHolder }));
}

interface WithFiles {
  readonly server: TestServer;
  readonly customerId: string;
  /** The keys of the stored files, including partly written ones. */
  readonly stored: () => readonly string[];
}

/** A server with a customer, whose stored files can be counted. */
export async function withFiles(
  start: Start,
  environment: 'SANDBOX' | 'PRODUCTION' = 'SANDBOX',
  changed: Partial<FileStore> = {},
): Promise<WithFiles> {
  const files = createMemoryFileStore();
  const begun = new Set<string>();
  const kept: FileStore = {
    ...files,
    put: async (key, content) => {
      begun.add(key);
      await files.put(key, content);
    },
    remove: async (key) => {
      begun.delete(key);
      await files.remove(key);
    },
  };
  const deps = { files: { ...kept, ...changed } };
  const server = await start({ environment, isRegulated: environment === 'PRODUCTION', deps });
  return { server, customerId: await newCustomerId(server), stored: () => [...begun] };
}
