import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** The invariants of agent actions. */
export const actionInvariants: readonly Invariant[] = [
  sqlInvariant(
    'actions-are-about-own-payments',
    'Each action belongs to a payment of the same agent and customer.',
    sql<Breach>`select 'action ' || a.id as breach from agent_actions a
      left join transactions t on t.tenant = a.tenant and t.id = a.transaction_id
      where t.id is null or t.agent_id is null or t.agent_id <> a.agent_id or t.customer_id <> a.customer_id limit 1`,
  ),
  sqlInvariant(
    'decided-actions-leave-nothing-waiting',
    'A decided action has a payment that has started or ended. Only the payment of an action that waits for approval may be neither.',
    sql<Breach>`select 'action ' || a.id as breach from agent_actions a
      join transactions t on t.tenant = a.tenant and t.id = a.transaction_id
      where a.status <> 'PENDING_APPROVAL' and t.status = 'PENDING' and t.submitted_at is null
        and t.due_action = 'EXPIRE' limit 1`,
  ),
  sqlInvariant(
    'refused-actions-move-nothing',
    'Only allowed or approved actions have moved money.',
    sql<Breach>`select 'action ' || a.id as breach from agent_actions a
      join ledger_entries e on e.tenant = a.tenant and e.subject_id = a.transaction_id
      where a.status <> 'APPROVED' limit 1`,
  ),
];
