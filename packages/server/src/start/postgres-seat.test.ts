import { describe, expect, it, onTestFinished } from 'vitest';
import { openCutOff } from '../../test/cut-off.ts';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { PostgresSeat } from './postgres-seat.ts';

describe.skipIf(postgresUnavailable() !== undefined)('a seat whose connection falls silent', () => {
  it('is known to be lost, although nobody closes it, and is taken again on another one', async () => {
    const way = await openCutOff(await createTestDatabase());
    const seat = new PostgresSeat(way.url);
    onTestFinished(async () => {
      await seat.close();
      await way.close();
    });
    await seat.sit();
    const lost = Promise.withResolvers<void>();
    seat.onAsked(lost.resolve);
    way.fallSilent();
    await lost.promise;
    expect(seat.isHeld()).toBe(false);
    await seat.sit();
    expect(seat.isHeld()).toBe(true);
  }, 60_000);
});
