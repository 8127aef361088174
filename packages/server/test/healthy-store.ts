import { expect } from 'vitest';
import { verifyStore } from '../src/verify/verify-store.ts';
import type { TestServer } from './test-server.ts';

/** Everything that must hold of a store holds. */
export async function expectHealthy(server: TestServer): Promise<void> {
  expect((await verifyStore(server.deps.database)).filter(({ breach }) => breach !== null)).toEqual([]);
}

/** Nothing that is due throws. */
export async function expectUntroubled(server: TestServer): Promise<void> {
  const troubled = await server.deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('troubled_work').selectAll()),
  );
  expect(troubled).toEqual([]);
}
