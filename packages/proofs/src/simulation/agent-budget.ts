import { isCurrencyCode } from '../../../server/src/ground/money/currency.ts';
import { modelWorth } from '../../../server/test/reference-policy.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { currencies } from '../../../types/src/index.ts';

interface Allowed {
  readonly day: string;
  readonly worth: bigint;
}

const decimals = Object.fromEntries(Object.entries(currencies).map(([code, facts]) => [code, facts.decimals]));

/** Everything that an agent was allowed, by its policy or by its platform, as the model computes it. */
async function allowedTo({ deps, tenant }: TestServer, agentId: string): Promise<Allowed[]> {
  const rows = await deps.database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('agent_actions as a')
        .innerJoin('transactions as t', (join) =>
          join.onRef('t.tenant', '=', 'a.tenant').onRef('t.id', '=', 'a.transaction_id'),
        )
        .select(['a.updated_at', 't.sent_minor', 't.sent_currency'])
        .where('a.tenant', '=', tenant)
        .where('a.agent_id', '=', agentId)
        .where('a.status', '=', 'APPROVED'),
    ),
  );
  const rates = (paid: string, counted: string): string | undefined =>
    isCurrencyCode(paid) && isCurrencyCode(counted) ? deps.rates.lastRateFor(paid, counted) : undefined;
  return rows.map(({ updated_at, sent_minor: amount, sent_currency: currency }) => {
    const worth = modelWorth({ decimals, rates }, { amount, currency }, 'USD');
    if (worth === undefined) throw new Error(`${agentId} was allowed ${currency}, which has no rate`);
    return { day: updated_at.slice(0, 10), worth };
  });
}

/** Throws if the agent's usage differs from what it was allowed, or, `afterPaying`, exceeds its limits. */
export async function checkBudget(server: TestServer, agentId: string, afterPaying: boolean): Promise<void> {
  const { status, body } = await server.request('GET', `/agents/${agentId}`);
  if (status !== 200) throw new Error(`${agentId} is not shown: ${status}`);
  const { usage, policy } = body;
  const today = server.clock.now().slice(0, 10);
  const month = (await allowedTo(server, agentId)).filter(({ day }) => day.startsWith(today.slice(0, 7)));
  const day = month.filter((allowed) => allowed.day === today);
  const sum = (those: readonly Allowed[]): number => Number(those.reduce((total, { worth }) => total + worth, 0n));
  const expected = { dailyTransactionCount: day.length, dailySpend: sum(day), monthlySpend: sum(month) };
  for (const [name, figure] of Object.entries(expected))
    if (usage[name] !== figure)
      throw new Error(`${agentId} has a ${name} of ${usage[name]}, and was allowed ${figure}`);
  if (!afterPaying) return;
  const { dailyLimit, dailyTransactionLimit, monthlyLimit } = policy.spendingLimits;
  const isWithin =
    usage.dailySpend <= (dailyLimit ?? Number.MAX_SAFE_INTEGER) &&
    usage.monthlySpend <= (monthlyLimit ?? Number.MAX_SAFE_INTEGER) &&
    usage.dailyTransactionCount <= (dailyTransactionLimit ?? Number.MAX_SAFE_INTEGER);
  if (!isWithin) throw new Error(`${agentId} has paid more than its policy allows: ${JSON.stringify(usage)}`);
}
