import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it } from 'vitest';
import { followRequests } from './waiting-requests.ts';

const none = async (): Promise<void> => undefined;
const jsonrpc = '2.0';

describe('pending MCP requests', () => {
  it('are those that were neither answered nor cancelled', async () => {
    const transport: Transport = { start: none, send: none, close: none };
    const requests = followRequests(transport);
    await requests.answered();
    for (const id of [1, 2]) transport.onmessage?.({ jsonrpc, id, method: 'tools/call' });
    let isAnswered = false;
    const answered = requests.answered().then(() => {
      isAnswered = true;
    });
    await transport.send({ jsonrpc, id: 1, result: {} });
    await transport.send({ jsonrpc, method: 'notifications/tools/list_changed' });
    expect(isAnswered).toBe(false);
    transport.onmessage?.({ jsonrpc, method: 'notifications/cancelled', params: { requestId: 2 } });
    await answered;
  });
});
