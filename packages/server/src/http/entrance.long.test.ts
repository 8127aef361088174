import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import {
  type Access,
  type Answer,
  type Caller,
  type Credentials,
  createCaller,
  createPooledCaller,
  expectStatus,
  type PooledCaller,
} from '../../test/caller.ts';
import { eachEngine, oneEngine } from '../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import { exchange } from '../../test/raw-socket.ts';
import { basePath, type TestServer } from '../../test/test-server.ts';
import { newWorld } from '../../test/worlds.ts';
import type { FinishedRequest } from '../operation/finished-request.ts';

/** Callers who each send a request again as soon as it is answered, until they are stopped. */
class Crowd {
  #answered = 0;
  #isStopped = false;
  readonly #statuses = new Set<number>();
  readonly #done: Promise<unknown>;

  constructor(callers: readonly (() => Promise<Answer>)[]) {
    this.#done = Promise.all(callers.map((send) => this.#repeat(send)));
  }

  async #repeat(send: () => Promise<Answer>): Promise<void> {
    while (!this.#isStopped) {
      const { status } = await send();
      this.#statuses.add(status);
      this.#answered += 1;
    }
  }

  async untilAnswered(count: number): Promise<void> {
    while (this.#answered < count) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  /** How many of its requests are answered while some others are. */
  async answeredDuring(work: () => Promise<unknown>): Promise<number> {
    const before = this.#answered;
    await work();
    return this.#answered - before;
  }

  /** Returns the statuses of all its answers. */
  async stop(): Promise<ReadonlySet<number>> {
    this.#isStopped = true;
    await this.#done;
    return this.#statuses;
  }
}

const callers = 300;

const connections: PooledCaller[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close();
});

/** A caller with an open connection of its own, which no request of the crowd can take. */
async function ownConnection(access: Access): Promise<Caller> {
  const caller = createPooledCaller(access, 1);
  connections.push(caller);
  await caller.request('GET', '/config');
  return caller;
}

async function quoteOf(caller: Caller) {
  const { customerId, accounts } = await makeSender(caller, 'USD', 1_000_000);
  return quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(caller, customerId), amount: 100 });
}

eachEngine('a platform that sends three hundred requests at once', (start) => {
  it('does not delay those of another platform until its own are answered', async () => {
    const server = await start();
    const another = await start();
    const [loud, quiet] = [await quoteOf(server), await quoteOf(another)];
    // Both servers have the same database.
    const other = await ownConnection({ baseUrl: server.baseUrl, ...another.credentials });
    const crowd = new Crowd(Array(callers).fill(() => server.request('POST', '/quotes', loud)));
    await crowd.untilAnswered(callers);
    const answered = await crowd.answeredDuring(async () => {
      expectStatus(await other.request('POST', '/quotes', quiet), 201);
      expectStatus(await other.request('GET', '/transactions'), 200);
    });
    // On a slow machine, some of them wait for five seconds.
    expect((await crowd.stop()).difference(new Set([503]))).toEqual(new Set([201]));
    expect(answered).toBeLessThan(callers / 2);
  });
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function open({ baseUrl }: TestServer): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
    sockets.push(socket);
  });
}

interface Request {
  readonly path: string;
  readonly credentials?: Credentials;
}

function textOf({ path, credentials }: Request): string {
  const { tokenId, tokenSecret } = credentials ?? { tokenId: 'nobody', tokenSecret: randomUUID() };
  const basic = Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64');
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\n\r\n`;
}

/** A connection that the server has accepted: it accepts one in each turn of the event loop. */
async function openAccepted(server: TestServer): Promise<Socket> {
  const socket = await open(server);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

/** Sends all requests in one turn of the event loop, so that they arrive together. Returns the order of the answers. */
async function orderOfAnswers(server: TestServer, requests: readonly Request[]): Promise<number[]> {
  const opened = await Promise.all(requests.map(() => openAccepted(server)));
  const order: number[] = [];
  const answers = opened.map((socket, index) => once(socket, 'data').then(() => order.push(index)));
  for (const [index, request] of requests.entries()) opened[index]?.write(textOf(request));
  await Promise.all(answers);
  return order;
}

const strangers: readonly Request[] = Array.from({ length: 300 }, () => ({ path: `${basePath}/config` }));

eachEngine('three hundred requests with unknown credentials', (start) => {
  it('do not delay that of a known caller until they are refused', async () => {
    const server = await start();
    const { credentials } = server;
    expectStatus(await server.request('GET', '/config'), 200);
    const order = await orderOfAnswers(server, [...strangers, { path: `${basePath}/config`, credentials }]);
    expect(order).toHaveLength(301);
    expect(order.indexOf(300)).toBeLessThan(250);
  });
});

oneEngine('the health of a server with three hundred waiting requests', (start) => {
  it('is answered before them', async () => {
    const server = await start();
    const order = await orderOfAnswers(server, [...strangers, { path: '/healthz' }]);
    expect(order.indexOf(300)).toBeLessThan(250);
  });
});

oneEngine('a hundred new connections to a server with three hundred waiting requests', (start) => {
  it('are accepted before a thousand of them have been answered', async () => {
    const server = await start();
    const crowd = new Crowd(Array(callers).fill(() => server.request('GET', '/config')));
    await crowd.untilAnswered(callers);
    const answered = await crowd.answeredDuring(() =>
      Promise.all(Array.from({ length: 100 }, () => openAccepted(server))),
    );
    expect(await crowd.stop()).toEqual(new Set([200]));
    expect(answered).toBeLessThan(1_000);
  });
});

oneEngine('three hundred waiting requests whose callers have gone', (start) => {
  it('are not run when their turn comes', async () => {
    const run: FinishedRequest[] = [];
    const server = await start({ requestListeners: [(request) => run.push(request)] });
    const { credentials } = server;
    const gone = await Promise.all(Array.from({ length: 300 }, () => openAccepted(server)));
    for (const socket of gone) {
      socket.write(textOf({ path: `${basePath}/config`, credentials }));
      socket.destroy();
    }
    // Each waits behind those of its platform that the server has read, until all of them are over.
    for (let later = 0; later < 50; later += 1) expectStatus(await server.request('GET', '/tokens'), 200);
    expect(run.filter(({ route }) => route === '/config').length).toBeLessThan(100);
  });
});

oneEngine('a connection', (start) => {
  const answered = async (server: TestServer, count: number): Promise<number> => {
    const request = textOf({ path: `${basePath}/config`, credentials: server.credentials });
    const last = request.replace('\r\n', '\r\nConnection: close\r\n');
    const received = await exchange(server, request.repeat(count - 1) + last);
    return received.split('HTTP/1.1 200 OK').length - 1;
  };

  it('gets the answers to a hundred requests that it sends at once', async () => {
    expect(await answered(await start(), 100)).toBe(100);
  });

  it('is closed when it sends more requests than that without waiting for answers', async () => {
    const server = await start();
    expect(await answered(server, 400)).toBeLessThan(300);
    expectStatus(await server.request('GET', '/config'), 200);
  });
});

/** Sends the head of a request whose body never comes. */
async function beginRequest(server: TestServer): Promise<void> {
  const { tokenId, tokenSecret } = server.credentials;
  const basic = Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64');
  const socket = await open(server);
  const body = 'Content-Type: application/json\r\nContent-Length: 10\r\n';
  socket.write(`POST ${basePath}/customers HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\n${body}\r\n`);
}

oneEngine('a platform with 512 open requests', (start) => {
  it('is refused a further one with 429 and Retry-After, until one of them ends; others are served', async () => {
    const server = await start();
    const [world, another] = [await newWorld(server), await start()];
    const other = await ownConnection({ baseUrl: server.baseUrl, ...another.credentials });
    await Promise.all(Array.from({ length: 512 }, () => beginRequest(server)));
    let refused = await server.request('GET', '/config');
    // The server may not have read all of them yet.
    while (refused.status === 200) refused = await server.request('GET', '/config');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
    expect(refused.body.reason).toContain('512 open requests');
    expect((await world.request('GET', '/config')).status).toBe(429);
    expectStatus(await other.request('GET', '/config'), 200);
    sockets.pop()?.destroy();
    while (refused.status === 429) refused = await server.request('GET', '/config');
    expect(refused.status).toBe(200);
  });
});

oneEngine('requests that wait for five seconds behind others of their platform', (start) => {
  it('are answered with 503, and count as no outage', async () => {
    const server = await start();
    const held = Promise.withResolvers<void>();
    const holding = server.bare.transaction(() => held.promise);
    const statuses: number[] = [];
    const requests = Array.from({ length: 40 }, async () => {
      const { status } = await server.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' });
      statuses.push(status);
    });
    await expect.poll(() => statuses, { timeout: 15_000 }).toEqual(Array(8).fill(503));
    held.resolve();
    await Promise.all([holding, ...requests]);
    expect(statuses.slice(8)).toEqual(Array(32).fill(201));
    const health = createCaller({ baseUrl: new URL(server.baseUrl).origin });
    expect((await health.request('GET', '/readyz')).body).toMatchObject({ checks: { database: { status: 'ok' } } });
    expect((await health.request('GET', '/readyz')).body.store).toBeUndefined();
  });
});

oneEngine('pages and messages of other providers that one network asks for', (start) => {
  it('have one share of the store', async () => {
    const server = await start();
    const held = Promise.withResolvers<void>();
    const holding = server.bare.transaction(() => held.promise);
    const ask = (path: string) => fetch(new URL(path, server.baseUrl));
    const waiting = (): number => server.app.inside.entrance.load().waitingForShare;
    const pages = Array.from({ length: 33 }, () => ask('/i/ABCDEF'));
    await expect.poll(waiting).toBe(1);
    const others = ['/hosted/unknown', '/.well-known/lnurlp/$ada'].map(ask);
    await expect.poll(waiting).toBe(3);
    held.resolve();
    await Promise.all([holding, ...pages, ...others]);
    expect(waiting()).toBe(0);
  });
});
