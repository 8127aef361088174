import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** What must hold of what agents ask for. */
export const actionInvariants: readonly Invariant[] = [
  sqlInvariant(
    'actions-are-about-own-payments',
    'Each action is about a payment of its agent and its customer.',
    sql<Breach>`select 'action ' || a.id as breach from agent_actions a
      left join transactions t on t.tenant = a.tenant and t.id = a.transaction_id
      where t.id is null or t.agent_id is null or t.agent_id <> a.agent_id or t.customer_id <> a.customer_id limit 1`,
  ),
  sqlInvariant(
    'decided-actions-leave-nothing-waiting',
    'What was decided has a payment that was begun or has ended; only what waits for approval may be neither.',
    sql<Breach>`select 'action ' || a.id as breach from agent_actions a
      join transactions t on t.tenant = a.tenant and t.id = a.transaction_id
      where a.status <> 'PENDING_APPROVAL' and t.status = 'PENDING' and t.submitted_at is null
        and t.due_action = 'EXPIRE' limit 1`,
  ),
  sqlInvariant(
    'refused-actions-move-nothing',
    'Only what was allowed or approved has moved money.',
    sql<Breach>`select 'action ' || a.id as breach from agent_actions a
      join ledger_entries e on e.tenant = a.tenant and e.subject_id = a.transaction_id
      where a.status <> 'APPROVED' limit 1`,
  ),
];
