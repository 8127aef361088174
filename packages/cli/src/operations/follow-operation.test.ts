import { expect, it } from 'vitest';
import { oneEngine } from '../../../server/test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../server/test/emitted-events.ts';
import { refused, taken, timedOut } from '../../../server/test/webhook-port.ts';
import { credentialsIn, openTerminal } from '../../test/terminal.ts';

oneEngine('a streamed response', (start) => {
  it.each([
    ['as JSON', ['--json'], /^\{"id":"E[^"]+","event":"EVENT","data":\{"id":"Webhook:/],
    ['as text', [], /^2025-01-01T00:00:00.000Z {2}CARD\.STATE_CHANGE {2}Card:\d$/],
  ])('is printed message by message until it is interrupted, %s', async (_how, flags, line) => {
    const server = await start();
    const terminal = openTerminal({ environment: credentialsIn(server) });
    const ending = new AbortController();
    const printed: string[] = [];
    const typed = terminal.type(['events', 'stream', '--type', 'CARD.STATE_CHANGE', ...flags], {
      signal: ending.signal,
      print: (text) => {
        printed.push(text);
        if (printed.length === 2) ending.abort();
      },
      send: async (request) => {
        const response = await fetch(request);
        await emit(server, 2, { resource: 'Card:1' });
        return response;
      },
    });
    expect((await typed).code).toBe(0);
    for (const text of printed) expect(text).toMatch(line);
    terminal.remove();
  });

  it('reports a failed connection once and prints messages after it reconnects', async () => {
    const server = await start();
    const terminal = openTerminal({ environment: credentialsIn(server) });
    const ending = new AbortController();
    let attempts = 0;
    const typed = await terminal.type(['events', 'stream', '--type', 'CARD.STATE_CHANGE'], {
      signal: ending.signal,
      print: () => ending.abort(),
      send: async (request) => {
        attempts += 1;
        if (attempts <= 2) throw new TypeError('fetch failed');
        const response = await fetch(request);
        await emit(server, 1, { resource: 'Card:1' });
        return response;
      },
    });
    expect(typed).toMatchObject({
      code: 0,
      complaints: `No response from ${server.baseUrl}. Retrying until there is one.`,
    });
    terminal.remove();
  });

  it('has one line for each request, with its status, error code and duration', async () => {
    const server = await start();
    const terminal = openTerminal({ environment: credentialsIn(server) });
    const ending = new AbortController();
    const lines: string[] = [];
    await server.app.settle();
    const typed = terminal.type(['logs', 'tail', '--types', 'REQUESTS'], {
      signal: ending.signal,
      print: (line) => {
        lines.push(line);
        if (lines.length === 2) ending.abort();
      },
      send: async (request) => {
        const response = await fetch(request);
        await server.request('GET', '/config');
        await server.request('GET', '/customers/Customer:none');
        await server.app.settle();
        return response;
      },
    });
    expect((await typed).code).toBe(0);
    expect(lines[0]).toMatch(/^2025-01-01T00:00:00.000Z {2}GET {2}\/config {2}200 {2}\d+ ms {2}ApiRequest:[0-9a-f-]+$/);
    expect(lines[1]).toMatch(/ {2}GET {2}\/customers\/\S+ {2}4\d\d {2}[A-Z_]+ {2}\d+ ms {2}ApiRequest:/);
    terminal.remove();
  });

  it('has one line for each delivery attempt, with the time of the next attempt', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    const answers = [refused, timedOut, taken];
    port.reply = () => answers.shift();
    const terminal = openTerminal({ environment: credentialsIn(server) });
    const ending = new AbortController();
    const lines: string[] = [];
    const typed = terminal.type(['logs', 'tail', '--types', 'DELIVERIES'], {
      signal: ending.signal,
      print: (line) => {
        lines.push(line);
        if (lines.length === 3) ending.abort();
      },
      send: async (request) => {
        const response = await fetch(request);
        await emit(server, 1, { resource: 'Card:1' });
        await server.app.settle();
        for (const seconds of [30, 60]) await server.advance(seconds * 1000);
        return response;
      },
    });
    expect((await typed).code).toBe(0);
    expect(lines.map((line) => line.replace(/\d+ ms {2}Webhook:[0-9a-f-]+$/, '…'))).toEqual([
      '2025-01-01T00:00:00.000Z  CARD.STATE_CHANGE  attempt 1  500  WAITING until 2025-01-01T00:00:30.000Z  …',
      '2025-01-01T00:00:30.000Z  CARD.STATE_CHANGE  attempt 2  no answer within 10 seconds  WAITING until 2025-01-01T00:01:30.000Z  …',
      '2025-01-01T00:01:30.000Z  CARD.STATE_CHANGE  attempt 3  200  DELIVERED  …',
    ]);
    terminal.remove();
  });

  it('is refused with INVALID_INPUT for an invalid --after', async () => {
    const server = await start();
    const terminal = openTerminal({ environment: credentialsIn(server) });
    const { code, complaints } = await terminal.type(['events', 'stream', '--after', 'nowhere', '--json']);
    expect([code, JSON.parse(complaints)]).toMatchObject([1, { code: 'INVALID_INPUT' }]);
    terminal.remove();
  });
});
