import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { Command } from 'commander';
import { type Access, findAccess } from '../connection/access.ts';
import { isLoopback } from '../connection/base-url.ts';
import { platformClient } from '../connection/clients.ts';
import { commonFlags } from '../operations/perform-operation.ts';
import { styleFor } from '../output/style.ts';
import { Failed, UnusableCommand } from '../refusals.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Delivery, type Forwarded, forward, statusLine } from '../webhooks/forward.ts';
import { liveEvents } from '../webhooks/live-events.ts';
import { openLocalEndpoint } from '../webhooks/local-endpoint.ts';
import { createSigningKey } from '../webhooks/signing-key.ts';

const help = `
While it runs it is the webhook endpoint of a sandbox on this machine: each delivery is handed on byte for byte, with its
signature, and answered as your address answers. When it ends, the endpoint that was set before is set again.

With --resign the endpoint stays as it is. Events are read from the platform, wherever it is, and signed with a key that
lasts as long as the program and is printed at the start.

  payments listen --forward-to http://127.0.0.1:3000/webhooks
`;

interface ListenFlags {
  readonly forwardTo: string;
  readonly resign?: boolean;
  readonly type?: readonly string[];
}

/** Forwards one delivery and prints the result. */
type HandOn = (delivery: Delivery) => Promise<Forwarded>;

interface Listening {
  readonly client: PaymentsClient;
  readonly access: Access;
  readonly handOn: HandOn;
  readonly surroundings: Surroundings;
}

function targetOf(given: string): string {
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new UnusableCommand(
      `--forward-to must be an address such as http://127.0.0.1:3000/webhooks, not "${given}".`,
    );
  return given;
}

function whenEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A sandbox on another machine cannot reach this one, and the endpoint of a production platform must not change. */
function refuseToReplace(environment: string, endpoint: string | undefined, baseUrl: string): void {
  if (!isLoopback(baseUrl))
    throw new Failed(
      `${new URL(baseUrl).host} cannot reach this computer. Use --resign, which reads the events from the platform.`,
    );
  if (environment !== 'SANDBOX')
    throw new Failed('This is a production platform, and its endpoint is not changed here. Use --resign.');
  if (endpoint !== undefined && !isLoopback(endpoint))
    throw new Failed(
      `The endpoint is ${endpoint}, and other programs may depend on it. Use --resign, which does not change it.`,
    );
}

async function listenAsSigned({ client, access, handOn, surroundings }: Listening): Promise<void> {
  const { environment, webhookEndpoint: before } = await orThrow(client.GET('/config'));
  refuseToReplace(environment, before, access.baseUrl);
  const endpoint = await openLocalEndpoint(handOn);
  try {
    await orThrow(client.PATCH('/config', { body: { webhookEndpoint: endpoint.url } }));
    surroundings.tell(
      `Listening as ${endpoint.url}. ${before === undefined ? 'No endpoint was' : `${before} was`} set before. Press Ctrl-C to stop.`,
    );
    await whenEnded(surroundings.signal);
    await orThrow(client.PATCH('/config', { body: { webhookEndpoint: before ?? null } }));
    surroundings.tell(
      before === undefined ? 'Stopped. No endpoint is set now.' : `Stopped. The endpoint is ${before} again.`,
    );
  } finally {
    await endpoint.close();
  }
}

async function listenResigned({ access, handOn, surroundings }: Listening): Promise<void> {
  const { tell } = surroundings;
  const key = createSigningKey();
  const open = (): void => tell(`Verify with this key while this command runs:\n\n${key.publicKey}`);
  for await (const { id, type, payload } of liveEvents(access, surroundings, open)) {
    const headers = { 'content-type': 'application/json', 'x-service-signature': key.signatureOf(payload) };
    await handOn({ id, type, body: payload, headers });
  }
  tell('Ended.');
}

export function addListen(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('listen')
    .summary('forward webhooks to an address on this machine')
    .description('Forwards webhooks to an address on this machine and prints its responses.')
    .requiredOption('--forward-to <url>', 'address of your receiver')
    .option('--resign', 'leave the endpoint unchanged, and sign with a temporary key that is printed')
    .option('--type <type>', 'only events of this type (repeatable)', (type: string, more: readonly string[] = []) => [
      ...more,
      type,
    ])
    .addHelpText('after', help);
  command.action(async () => {
    const { json, color, ...where } = commonFlags(command);
    const { forwardTo, resign, type: types } = command.opts<ListenFlags>();
    const target = targetOf(forwardTo);
    const access = findAccess(where, surroundings);
    const style = styleFor(surroundings, color);
    const handOn: HandOn = async (delivery) => {
      // Events of other types are acknowledged, so that the platform does not retry them.
      if (types !== undefined && !types.includes(delivery.type)) return { statusCode: 200, body: '', durationMs: 0 };
      const came = await forward(target, delivery);
      const { id, type } = delivery;
      surroundings.print(
        json === true
          ? JSON.stringify({ at: surroundings.now().toISOString(), type, id, ...came })
          : statusLine(surroundings.now(), delivery, came, style),
      );
      return came;
    };
    // When the command is ended, it still restores the endpoint.
    const client = platformClient(access, { ...surroundings, signal: new AbortController().signal });
    const listening = { client, access, handOn, surroundings };
    await (resign === true ? listenResigned(listening) : listenAsSigned(listening));
  });
}
