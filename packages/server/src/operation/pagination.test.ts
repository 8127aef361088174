import { describe, expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { refusedFields } from '../../test/refused-fields.ts';
import { authorizationsOf, servedRequests } from '../../test/served-requests.ts';
import { encodeCursor, ofKind, readPage } from './pagination.ts';

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

oneEngine('a cursor of another list', (start) => {
  it('is refused with INVALID_INPUT by every list', async () => {
    const server = await start();
    const authorizationOf = await authorizationsOf(server);
    const lists = servedRequests.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
    expect(lists.length).toBeGreaterThan(8);
    const cursor = encodeCursor({ createdAt, id: `Quote:${uuid}` });
    for (const list of lists) {
      const path = `${list.path}${list.path.includes('?') ? '&' : '?'}cursor=${cursor}`;
      const answer = await server.request(list.method, path, undefined, authorizationOf(list));
      const { status, body } = answer;
      expect([list.id, status, body.code, ...refusedFields(answer)]).toEqual([list.id, 400, 'INVALID_INPUT', 'cursor']);
    }
  });
});
