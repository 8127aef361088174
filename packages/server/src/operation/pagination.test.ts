import { describe, expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { refusedFields } from '../../test/refused-fields.ts';
import { authorizationsOf, servedRequests } from '../../test/served-requests.ts';
import { encodeCursor, ofKind, pageInMemory, readPage } from './pagination.ts';

const createdAt = '2025-01-01T00:00:00.000Z';
const uuid = '0198c0de-7a26-7c1f-9e07-a1b2c3d4e5f6';

describe('a cursor', () => {
  it('continues after the last row of its page, in a list of one resource type and of two', () => {
    const id = `CardTransaction:${uuid}`;
    for (const isListed of [ofKind('CardTransaction'), ofKind('Transaction', 'CardTransaction')]) {
      const page = readPage({ cursor: encodeCursor({ createdAt, id }) }, isListed);
      expect(page).toEqual({ limit: 20, order: 'desc', after: { createdAt, id } });
    }
  });
});

describe('a page of a list in memory', () => {
  const rows = ['b', 'a', 'c'].map((id) => ({ id, created_at: createdAt }));

  it.each([
    ['asc', ['a', 'b', 'c']],
    ['desc', ['c', 'b', 'a']],
  ] as const)('has every row once, %s, even of one moment', (order, wanted) => {
    const seen: string[] = [];
    for (let id: string | undefined, more = true; more; ) {
      const page = { limit: 1, order, after: id === undefined ? undefined : { createdAt, id } };
      const [row, next] = pageInMemory(rows, page);
      id = row?.id;
      seen.push(id ?? '');
      more = next !== undefined;
    }
    expect(seen).toEqual(wanted);
  });
});

/** The ends of pages: of a list of resources, and of each list whose entries are no resources. */
const foreignEnds = [
  [`Quote:${uuid}`, 'a list of quotes'],
  ['Vasp:Example Custody', 'listVasps'],
  ['UmaProvider:uma.wallet.example', 'getAvailableUmaProviders'],
  ['7', 'listInternalAccountEntries'],
] as const;

oneEngine('a cursor of another list', (start) => {
  it('is refused with INVALID_INPUT by every list', async () => {
    const server = await start();
    const authorizationOf = await authorizationsOf(server);
    const lists = servedRequests.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
    expect(lists.length).toBeGreaterThan(8);
    for (const list of lists)
      for (const [id, owner] of foreignEnds.filter(([, owner]) => owner !== list.id)) {
        const cursor = encodeCursor({ createdAt, id });
        const path = `${list.path}${list.path.includes('?') ? '&' : '?'}cursor=${cursor}`;
        const answer = await server.request(list.method, path, undefined, authorizationOf(list));
        const { status, body } = answer;
        const got = [list.id, owner, status, body.code, ...refusedFields(answer)];
        expect(got).toEqual([list.id, owner, 400, 'INVALID_INPUT', 'cursor']);
      }
  });
});
