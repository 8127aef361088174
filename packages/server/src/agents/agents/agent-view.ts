import type { Agent, AgentUsage } from '@payments-platform/types';
import { dayOf, type Instant } from '../../ground/clock/instant.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { nextDay, nextMonth, type Usage, usageOn } from '../policies/usage.ts';
import type { AgentRow } from './tables.ts';

/** Row to wire, with the usage that counts at `now`. */
export function viewAgent(row: AgentRow, now: Instant): Agent {
  return {
    id: storedId('Agent', row.id),
    name: row.name,
    customerId: storedId('Customer', row.customer_id),
    isPaused: row.is_paused === 1,
    isConnected: row.token_hash !== null,
    policy: readJson(row.policy),
    usage: viewUsage(usageOn(usageOf(row), dayOf(now))),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } satisfies Agent;
}

function viewUsage({ day, dailyCount, dailySpendMinor, monthlySpendMinor }: Usage): AgentUsage {
  return {
    dailyTransactionCount: dailyCount,
    dailySpend: wireMinor(dailySpendMinor),
    dailyResetDate: nextDay(day),
    monthlySpend: wireMinor(monthlySpendMinor),
    monthlyResetMonth: nextMonth(day),
  };
}

/** The usage that is stored in the row. */
export function usageOf(row: AgentRow): Usage {
  return {
    day: row.usage_day,
    dailyCount: row.daily_count,
    dailySpendMinor: row.daily_spend_minor,
    monthlySpendMinor: row.monthly_spend_minor,
  };
}

/** Returns the row with this usage. */
export function withUsage(row: AgentRow, usage: Usage): AgentRow {
  return {
    ...row,
    usage_day: usage.day,
    daily_count: usage.dailyCount,
    daily_spend_minor: usage.dailySpendMinor,
    monthly_spend_minor: usage.monthlySpendMinor,
  };
}
