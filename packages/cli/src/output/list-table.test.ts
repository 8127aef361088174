import { describe, expect, it } from 'vitest';
import { listTable } from './list-table.ts';

const style = { faint: (text: string) => text } as Parameters<typeof listTable>[2];
const action = {
  id: 'AgentAction:0195b0a4-7c21-7d3e-8f00-000000000001',
  agentId: 'Agent:0195b0a4-7c21-7d3e-8f00-000000000002',
  customerId: 'Customer:0195b0a4-7c21-7d3e-8f00-000000000003',
  status: 'PENDING_APPROVAL',
  type: 'EXECUTE_QUOTE',
};

describe('a table of actions of agents', () => {
  it.each([20, 80, 120])('has both ids that approving takes, in that order, on %d columns', (columns) => {
    const [head, row] = listTable([action], columns, style).split('\n');
    expect(head).toMatch(/^agentId +id\b/);
    expect(row?.split(/ +/).slice(0, 2)).toEqual([action.agentId, action.id]);
  });

  it('adds what still fits', () => {
    expect(listTable([action], 160, style)).toContain('PENDING_APPROVAL');
  });
});

describe('a table of anything else', () => {
  it('leaves out the id of an agent that does not fit', () => {
    const payment = { ...action, id: 'Transaction:0195b0a4-7c21-7d3e-8f00-000000000004' };
    expect(listTable([payment], 80, style)).not.toContain(action.agentId);
  });
});
