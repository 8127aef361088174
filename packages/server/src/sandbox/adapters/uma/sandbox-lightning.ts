import { Buffer } from 'node:buffer';
import { sweepInRealTime } from '../../../engines/due-work/sweep.ts';
import { jsonOf } from '../../../engines/uma/fetch-from-provider.ts';
import { readInvoice } from '../../../engines/uma/invoice.ts';
import type { InvoiceState, LightningNode, LightningReport } from '../../../engines/uma/lightning-node.ts';
import type { Channel, UmaContext } from '../../../engines/uma/uma-network.ts';
import { dayMs, hourMs, plusMs } from '../../../ground/clock/instant.ts';
import { statement } from '../../../ground/database/statement.ts';
import { table } from '../../../ground/database/table.ts';
import { hashOf } from '../../../ground/ids/hash-of.ts';
import { wireMinor } from '../../../ground/money/money.ts';
import type { SandboxPeers } from '../sandbox-uma.ts';
import { sandboxInvoice } from './sandbox-invoice.ts';

/** Longer than any UMA payment is in progress. A removed invoice is not found, which reads as cancelled. */
const keptMs = 30 * dayMs;

/** They are kept in real time, like agreements between providers: money may be held while a platform's clock is ahead. */
export const dueInvoices = sweepInRealTime(
  { table: 'sandbox_invoices', key: ['tenant', 'payment_hash'], column: 'expires_at' },
  hourMs,
);

const find = table('sandbox_invoices').find('payment_hash');

interface Move {
  readonly tenant: number;
  readonly payment_hash: string;
  readonly from: InvoiceState;
  readonly to: InvoiceState;
}

const move = statement<Move, never>('moveSandboxInvoice', (db, { tenant, payment_hash, from, to }) =>
  db
    .updateTable('sandbox_invoices')
    .set({ state: to })
    .where('tenant', '=', tenant)
    .where('payment_hash', '=', payment_hash)
    .where('state', '=', from),
);

async function stateOf({ tenant, deps }: UmaContext, invoice: string): Promise<InvoiceState | undefined> {
  const payment_hash = readInvoice(invoice)?.paymentHash ?? '';
  return (await deps.database.read((unit) => unit.first(find, { tenant, payment_hash })))?.state;
}

async function moveInvoice(
  { tenant, deps }: UmaContext,
  invoice: string,
  { from, to }: Pick<Move, 'from' | 'to'>,
): Promise<void> {
  const payment_hash = readInvoice(invoice)?.paymentHash ?? '';
  await deps.database.transaction((unit) => unit.run(move, { tenant, payment_hash, from, to }));
}

/** Holds the money of a payment from another sandbox, unless it comes too late. Returns the state of the invoice. */
export async function receiveSandboxPayment(invoice: string, context: UmaContext): Promise<InvoiceState | undefined> {
  const expiresAt = readInvoice(invoice)?.expiresAt ?? '';
  const isInTime = context.deps.clocks.system.now() < expiresAt;
  await moveInvoice(context, invoice, { from: 'OPEN', to: isInTime ? 'HELD' : 'CANCELLED' });
  return stateOf(context, invoice);
}

/** Below the path that the domain forwards. */
const lightningPath = '/.well-known/lnurlp/$sandbox/lightning';

/** The channel of a sandbox. No money has opened it. */
function channelsOf(invoice: string): readonly Channel[] {
  const amount = readInvoice(invoice)?.amountMillisatoshis ?? 0n;
  return [{ utxo: `${hashOf(invoice)}:0`, amountMsats: wireMinor(amount) }];
}

/**
 * A node without a network: sandboxes that know each other report payments over HTTP. A payment to the sandbox's own
 * provider ends as the UMA rail decides.
 */
export function createSandboxLightning(peers: SandboxPeers): LightningNode {
  return {
    createInvoice: async ({ amountMillisatoshis, description, ...lifetime }, context) => {
      const seed = Buffer.from(context.deps.random.bytes(16)).toString('hex');
      const invoice = sandboxInvoice(seed, amountMillisatoshis, lifetime, description);
      const { tenant, deps } = context;
      const row = { tenant, payment_hash: readInvoice(invoice)?.paymentHash ?? '', state: 'OPEN' } as const;
      const expires_at = plusMs(lifetime.createdAt, keptMs);
      await deps.database.transaction(async (unit) => unit.insert('sandbox_invoices', [{ ...row, expires_at }]));
      return invoice;
    },
    pollInvoice: async (invoice, context) => (await stateOf(context, invoice)) ?? 'CANCELLED',
    settle: async (invoice, context) => {
      await moveInvoice(context, invoice, { from: 'HELD', to: 'SETTLED' });
      return channelsOf(invoice);
    },
    cancel: async (invoice, context) => {
      await moveInvoice(context, invoice, { from: 'OPEN', to: 'CANCELLED' });
      await moveInvoice(context, invoice, { from: 'HELD', to: 'CANCELLED' });
    },
    pay: async ({ invoice, receiver }, context): Promise<LightningReport> => {
      if (!peers.has(receiver.domain)) return { kind: 'LEFT_TO_RAIL' };
      const url = new URL(`https://${receiver.domain}${lightningPath}`);
      const body = JSON.stringify({ invoice });
      const answer = await peers.ask({ method: 'POST', url, body, regarding: receiver.text }, context);
      // The other node may have received it: only that node can say that it did not.
      if (answer.status === null || answer.status >= 500) return { kind: 'IN_FLIGHT' };
      const state = answer.status === 200 ? memberState(jsonOf(answer)) : 'CANCELLED';
      if (state === 'SETTLED') return { kind: 'SETTLED', channels: channelsOf(invoice) };
      return { kind: state === 'CANCELLED' ? 'FAILED' : 'IN_FLIGHT' };
    },
  };
}

function memberState(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'state' in value ? value.state : undefined;
}
