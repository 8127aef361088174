import { expect } from 'vitest';
import { verifyStore } from '../src/verify/verify-store.ts';
import type { TestServer } from './test-server.ts';

/** Asserts all invariants of a store. */
export async function expectHealthy(server: TestServer): Promise<void> {
  expect((await verifyStore(server.deps.database)).filter(({ breach }) => breach !== null)).toEqual([]);
}

/** Asserts that no due work fails. */
export async function expectUntroubled(server: TestServer): Promise<void> {
  const troubled = await server.deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('troubled_work').selectAll()),
  );
  expect(troubled).toEqual([]);
}
