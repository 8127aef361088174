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

/** Hands one delivery on, and says what came of it. */
type HandOn = (delivery: Delivery) => Promise<Forwarded>;

interface Listening {
  readonly client: PaymentsClient;
  readonly access: Access;
  readonly handOn: HandOn;
  readonly surroundings: Surroundings;
}

function targetOf(given: string): string {
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new UnusableCommand(`--forward-to takes an address such as http://127.0.0.1:3000/webhooks, not "${given}".`);
  return given;
}

function whenEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Another machine's sandbox cannot reach this one, and nobody takes the endpoint of production away. */
function refuseToReplace(environment: string, endpoint: string | undefined, baseUrl: string): void {
  if (!isLoopback(baseUrl))
    throw new Failed(
      `${new URL(baseUrl).host} cannot reach this computer. Use --resign, which reads the events from there.`,
    );
  if (environment !== 'SANDBOX')
    throw new Failed('This is a production platform, whose endpoint stays as it is. Use --resign.');
  if (endpoint !== undefined && !isLoopback(endpoint))
    throw new Failed(`The endpoint is ${endpoint}, which somebody may rely on. Use --resign, which leaves it alone.`);
}

async function listenAsSigned({ client, access, handOn, surroundings }: Listening): Promise<void> {
  const { environment, webhookEndpoint: before } = await orThrow(client.GET('/config'));
  refuseToReplace(environment, before, access.baseUrl);
  const endpoint = await openLocalEndpoint(handOn);
  try {
    await orThrow(client.PATCH('/config', { body: { webhookEndpoint: endpoint.url } }));
    surroundings.tell(
      `Listening as ${endpoint.url}. ${before === undefined ? 'No endpoint was' : `${before} was`} set before. Ctrl-C ends it.`,
    );
    await whenEnded(surroundings.signal);
    await orThrow(client.PATCH('/config', { body: { webhookEndpoint: before ?? null } }));
    surroundings.tell(
      before === undefined ? 'Ended. No endpoint is set now.' : `Ended. The endpoint is ${before} again.`,
    );
  } finally {
    await endpoint.close();
  }
}

async function listenResigned({ access, handOn, surroundings }: Listening): Promise<void> {
  const { tell } = surroundings;
  const key = createSigningKey();
  const open = (): void => tell(`Verify with this key, for as long as this runs:\n\n${key.publicKey}`);
  for await (const { id, type, payload } of liveEvents(access, surroundings, open)) {
    const headers = { 'content-type': 'application/json', 'x-service-signature': key.signatureOf(payload) };
    await handOn({ id, type, body: payload, headers });
  }
  tell('Ended.');
}

export function addListen(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('listen')
    .summary('hand webhooks on to an address of this machine')
    .description('Hands webhooks on to an address of this machine, and says what it answers.')
    .requiredOption('--forward-to <url>', 'where your receiver is')
    .option('--resign', 'leave the endpoint alone, and sign with a key that is printed')
    .option(
      '--type <type>',
      'only events of this type (again for more)',
      (type: string, more: readonly string[] = []) => [...more, type],
    )
    .addHelpText('after', help);
  command.action(async () => {
    const { json, color, ...where } = commonFlags(command);
    const { forwardTo, resign, type: types } = command.opts<ListenFlags>();
    const target = targetOf(forwardTo);
    const access = findAccess(where, surroundings);
    const style = styleFor(surroundings, color);
    const handOn: HandOn = async (delivery) => {
      // What nobody asked for is taken, so that it is not sent again.
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
    const listening = { client: platformClient(access, surroundings), access, handOn, surroundings };
    await (resign === true ? listenResigned(listening) : listenAsSigned(listening));
  });
}
