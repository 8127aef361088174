import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../bundle.ts';
import { exchange, readAnswer } from '../../test/raw-socket.ts';
import { type Ready, runServer, type ServerProcess } from '../../test/server-process.ts';
import { credentialsOf, getText, postText, unreadable } from '../../test/unreadable-texts.ts';

// Users run a bundle, from which a bundler may remove code that it takes for unused.

const server = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let fromSources: Ready;
let bundled: Ready;
const running: ServerProcess[] = [];

async function ready(program?: string): Promise<Ready> {
  const started = runServer(['--memory', '--port', '0', '--json'], {}, program);
  running.push(started);
  return started.ready();
}

beforeAll(async () => {
  // Beside the sources, so that it finds the external packages.
  folder = mkdtempSync(join(tmpdir(), 'payments-refusals-'));
  await bundle({
    from: server,
    entries: { main: 'src/main.ts' },
    into: folder,
    external: ['pg-native'],
    isLocal: true,
  });
  [fromSources, bundled] = await Promise.all([ready(), ready(join(folder, 'main.js'))]);
});

afterAll(async () => {
  await Promise.all(running.map((started) => started.stop()));
  rmSync(folder, { recursive: true, force: true });
});

type Text = (credentials: string) => string;

const json = 'Content-Type: application/json';
const posted = (body: string, ...headers: readonly string[]): Text => {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return (credentials) => postText(credentials, 'Connection: close', ...headers, length, '', body);
};
const asked =
  (path: string, ...headers: readonly string[]): Text =>
  (credentials) =>
    getText(path, credentials, ...headers);

const refused: readonly (readonly [string, Text])[] = [
  ...unreadable.map(([name, text]) => [name, () => text] as const),
  ['a percent sign alone in a query', asked('/customers?platformCustomerId=%')],
  ['half a character in a query', asked('/customers?platformCustomerId=%c3')],
  ['half a character in a path', asked('/quotes/%e2%82')],
  ['U+0000 in a query', asked('/customers?platformCustomerId=%00')],
  ['no credentials', () => getText('/config')],
  ['unknown credentials', () => getText('/config', credentialsOf({ tokenId: 'a', tokenSecret: 'b' }))],
  ['an id of another kind', asked('/quotes/Customer:1')],
  ['a malformed cursor', asked('/customers?cursor=%21')],
  ['a limit that is no number', asked('/customers?limit=ten')],
  ['a malformed timestamp', asked('/transactions?startDate=yesterday')],
  ['a body that is no JSON', posted('{"a":', json)],
  ['a body of another type', posted('<a/>', 'Content-Type: application/xml')],
  ['a malformed content type', posted('{}', 'Content-Type: json')],
  ['a body of several types', posted('{}', 'Content-Type: text/csv')],
  ['no body', posted('')],
  ['a lone surrogate', posted('{"customerType":"INDIVIDUAL","fullName":"\\ud800"}', json)],
  ['a key that would change a prototype', posted('{"__proto__":{"a":1}}', json)],
  ['arrays in arrays', posted(`${'['.repeat(99)}${']'.repeat(99)}`, json)],
  ['many invalid fields', posted('{"customerType":"INDIVIDUAL","email":"x","birthDate":"2999-01-01"}', json)],
  ['an unknown currency', posted('{"customerType":"INDIVIDUAL","currencies":["ZZZ"]}', json)],
];

async function answerOf({ tokenId, tokenSecret, ...place }: Ready, text: Text): Promise<unknown> {
  const { status, body } = readAnswer(await exchange(place, text(credentialsOf({ tokenId, tokenSecret }))));
  return { status, body: { ...(body as object), requestId: undefined } };
}

describe('the bundled server', () => {
  it.each(refused)('refuses %s exactly as the unbundled server does', async (_name, text) => {
    const expected = await answerOf(fromSources, text);
    expect(expected).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400) });
    expect(await answerOf(bundled, text)).toEqual(expected);
  });
});
