import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Message } from './message-proxy.ts';
import { payEachOther } from './pay-each-other.ts';
import { writeMessage } from './write-message.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-uma-test-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('two processes with domains of their own pay each other over HTTP', async () => {
  const messages: Message[] = [];
  const paid = await payEachOther({ folder, onMessage: (message) => messages.push(message), say: () => undefined });
  const arrived = { outgoing: 'COMPLETED', incoming: 'COMPLETED', arrivedMinor: 2_500 };
  expect(paid).toEqual([
    { from: 'north.example', to: 'south.example', ...arrived },
    { from: 'south.example', to: 'north.example', ...arrived },
  ]);
  const text = messages.map(writeMessage).join('\n');
  for (const title of ['With which keys', 'Who is paid at', 'My customer pays', 'Over these channels'])
    expect(text).toContain(title);
  // Travel rule data is encrypted, and lookups do not return names.
  const lookups = messages.filter(({ method }) => method === 'GET').map(({ answer }) => answer);
  expect(lookups.filter((answer) => /Ada|Hopper|Lovelace/.test(answer))).toEqual([]);
});
