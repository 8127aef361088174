import type { StablecoinIssuer, TokenOrder } from '../src/engines/stablecoin-provider/token-operations.ts';
import { createSandboxStablecoinProvider } from '../src/sandbox/adapters/sandbox-stablecoin-provider.ts';

/** A provider that records its requests, and whose answers a test can choose. */
export function rememberingProvider() {
  const sandbox = createSandboxStablecoinProvider();
  const state = {
    mode: 'WORKS' as 'WORKS' | 'AWAY' | 'BEGINS_AND_DIES' | 'BEGINS_AND_IS_LOST',
    begun: new Map<string, TokenOrder>(),
    withdrawn: new Set<string>(),
    /** Whether an operation that has begun can be stopped. */
    stops: true,
    /** What happens while the provider handles an order. */
    meanwhile: async (): Promise<void> => undefined,
  };
  const provider: StablecoinIssuer = {
    ...sandbox,
    begin: async (access, order, now) => {
      if (state.mode === 'AWAY' || state.withdrawn.has(order.operationId)) return { kind: 'UNREACHABLE' };
      state.begun.set(order.operationId, order);
      await state.meanwhile();
      if (state.mode === 'BEGINS_AND_DIES') throw new Error('the process ends here');
      if (state.mode === 'BEGINS_AND_IS_LOST') return { kind: 'UNREACHABLE' };
      return sandbox.begin(access, order, now);
    },
    withdraw: async (access, order, now) => {
      if (state.mode === 'AWAY') return { kind: 'UNREACHABLE' };
      if (state.begun.has(order.operationId) && !state.stops) return sandbox.begin(access, order, now) as never;
      state.begun.delete(order.operationId);
      state.withdrawn.add(order.operationId);
      return { kind: 'WITHDRAWN' };
    },
    poll: async (access, order, now) =>
      state.mode === 'AWAY' ? { kind: 'UNREACHABLE' } : sandbox.poll(access, order, now),
  };
  return { state, provider };
}
