import { type DependencyId, dependencies, operationTable } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { agentProofs } from '../../../test/dependency-proofs/agent.ts';
import { cardProofs } from '../../../test/dependency-proofs/card.ts';
import { customerProofs } from '../../../test/dependency-proofs/customer.ts';
import { externalAccountProofs } from '../../../test/dependency-proofs/external-account.ts';
import { internalAccountProofs } from '../../../test/dependency-proofs/internal-account.ts';
import { otherProofs } from '../../../test/dependency-proofs/others.ts';
import type { Proof } from '../../../test/dependency-proofs/proof.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';

/** A row without a proof does not compile. */
const proofs: Readonly<Record<DependencyId, Proof>> = {
  ...agentProofs,
  ...customerProofs,
  ...internalAccountProofs,
  ...externalAccountProofs,
  ...cardProofs,
  ...otherProofs,
};
const ids = Object.keys(dependencies) as DependencyId[];

/** The promise of a row, without its subject. */
function promised(id: DependencyId): object {
  const { code, status, failureReason, refund }: { [fact: string]: string | undefined } = dependencies[id];
  return code === undefined ? { status, failureReason, refund } : { code };
}

describe('the table of deletion, freezing and closing', () => {
  it('has a proof for every row, and no proof without a row', () => {
    expect(Object.keys(proofs).sort()).toEqual([...ids].sort());
  });

  it('has a row for every deletion in the interface', () => {
    const told = new Set(ids.map((id) => dependencies[id].by));
    const served = Object.keys(operationTable).filter((operation) => operation.startsWith('delete'));
    expect(served.length).toBeGreaterThan(0);
    for (const operation of served) {
      const { method, path } = operationTable[operation as keyof typeof operationTable];
      expect([...told]).toContain(`${method.toUpperCase()} ${path}`);
    }
  });
});

oneEngine('a dependent of a deleted, frozen or closed resource', (start) => {
  it.each(ids)('ends as the dependency table says: %s', async (id) => {
    const skipsVerificationPaperwork = id !== 'document.verification';
    const server = await start({ currencies: ['USD', 'EUR', 'USDC'], skipsVerificationPaperwork });
    const seen = await proofs[id](server);
    expect({ ...promised(id), ...seen }).toEqual(promised(id));
    await expectHealthy(server);
  });
});
