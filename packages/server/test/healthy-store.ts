import { expect } from 'vitest';
import { verifyStore } from '../src/verify/verify-store.ts';
import type { TestServer } from './test-server.ts';

/** Everything that must hold of a store holds. */
export async function expectHealthy(server: TestServer): Promise<void> {
  expect((await verifyStore(server.deps.database)).filter(({ breach }) => breach !== null)).toEqual([]);
}
