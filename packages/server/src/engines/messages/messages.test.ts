import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { codeSentTo, createMessageInbox } from '../../../test/message-inbox.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { createSystemRandom } from '../../ground/ids/random.ts';
import { productionRules } from '../../operation/ports/environment-rules.ts';
import { createSandboxRules } from '../../sandbox/adapters/sandbox-rules.ts';
import { queueMessage } from './queue-message.ts';

const to = 'ada@example.com';

async function queue(server: TestServer): Promise<void> {
  const { deps, tenant, clock } = server;
  await deps.database.transaction(async (unit) =>
    queueMessage(
      { unit, tenant, now: clock.now(), deps },
      { channel: 'EMAIL', to, text: 'Your code is 482913.' },
      plusMs(clock.now(), 10 * minuteMs),
    ),
  );
}

async function storedMessages({ deps, tenant }: TestServer): Promise<readonly { readonly sealed_content: string }[]> {
  return deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('outgoing_messages').selectAll().where('tenant', '=', tenant)),
  );
}

eachEngine('messages', (start) => {
  it('are sent after the database transaction that queued them, and then deleted', async () => {
    const messages = createMessageInbox();
    const server = await start({ deps: { messages } });
    await queue(server);
    expect(messages.received).toEqual([]);
    await server.advance(0);
    expect(messages.received).toMatchObject([{ channel: 'EMAIL', to, text: 'Your code is 482913.' }]);
    expect(codeSentTo(messages, to)).toBe('482913');
    expect(await storedMessages(server)).toEqual([]);
  });

  it('carry the id of their platform', async () => {
    const messages = createMessageInbox();
    const server = await start({ deps: { messages } });
    const { tenant } = server;
    const platforms = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('platforms').select('platform_id').where('tenant', '=', tenant)),
    );
    await queue(server);
    await server.advance(0);
    expect(messages.received).toMatchObject([{ platformId: platforms[0]?.platform_id }]);
  });

  it('of a database transaction that fails are never sent', async () => {
    const messages = createMessageInbox();
    const server = await start({ deps: { messages } });
    const { deps, tenant, clock } = server;
    const failing = deps.database.transaction(async (unit) => {
      const now = clock.now();
      queueMessage({ unit, tenant, now, deps }, { channel: 'SMS', to: '+4915112345678', text: 'x' }, plusMs(now, 1));
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await server.advance(minuteMs);
    expect(messages.received).toEqual([]);
  });

  it('are stored sealed, with neither address nor text in clear', async () => {
    const server = await start();
    await queue(server);
    const [row] = await storedMessages(server);
    expect(row?.sealed_content).not.toContain(to);
    expect(row?.sealed_content).not.toContain('482913');
    await server.advance(0);
  });

  it('are retried while the carrier is down, and deleted once they expire', async () => {
    const messages = createMessageInbox();
    const server = await start({ deps: { messages } });
    messages.failNext(2);
    await queue(server);
    await server.advance(5_000);
    expect(messages.received).toEqual([]);
    await server.advance(10_000);
    expect(messages.received).toHaveLength(1);
    messages.failNext(1_000);
    await queue(server);
    await server.advance(10 * minuteMs);
    expect(messages.received).toHaveLength(1);
    expect(await storedMessages(server)).toEqual([]);
  });
});

describe('a one-time code', () => {
  it('is 123456 in the sandbox and six unforeseeable digits in production', () => {
    const random = createSystemRandom();
    expect(createSandboxRules({ strictIdentifiers: false }).newCode(random)).toBe('123456');
    const codes = Array.from({ length: 2_000 }, () => productionRules.newCode(random));
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1_900);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });
});
