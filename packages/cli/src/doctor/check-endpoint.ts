import { createHash, createPublicKey } from 'node:crypto';
import { connect } from 'node:net';
import { isLoopback } from '../connection/base-url.ts';
import type { Config } from './check-server.ts';
import { type Finding, good } from './finding.ts';

const example = 'http://127.0.0.1:3000/webhooks';

/** Whether a server listens there. Only checked for addresses of this machine. */
function listens(url: URL): Promise<boolean> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return new Promise((resolve) => {
    const socket = connect({ port, host: url.hostname.replace(/^\[|\]$/g, ''), timeout: 2_000 });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

export async function checkEndpoint(config: Config, baseUrl: string): Promise<Finding> {
  const address = await checkAddress(config, baseUrl);
  return address.state === 'GOOD' ? (checkPause(config) ?? address) : address;
}

/** The endpoint is paused because it keeps failing; the last failure says how. */
function checkPause({ webhookEndpoint, webhookPause }: Config): Finding | undefined {
  if (webhookPause === undefined) return undefined;
  const { pausedAt, nextAttemptAt } = webhookPause;
  return {
    check: 'endpoint',
    state: 'FAULT',
    found: `${webhookEndpoint} has been paused since ${pausedAt} because it keeps failing: one event is tried from ${nextAttemptAt} on, the others wait`,
    fix: 'Fix your receiver: waiting events are sent once it accepts one. A new address ends the pause at once.',
    commands: ['payments logs tail --types DELIVERIES', `payments config update --webhook-endpoint ${example}`],
  };
}

async function checkAddress({ webhookEndpoint }: Config, baseUrl: string): Promise<Finding> {
  const check = 'endpoint';
  if (webhookEndpoint === undefined) {
    return {
      check,
      state: 'FAULT',
      found: 'No endpoint is set, so nothing is sent: events are stored as SKIPPED',
      fix: 'Set the address of your receiver, then send the stored events.',
      commands: [`payments config update --webhook-endpoint ${example}`],
    };
  }
  if (!isLoopback(webhookEndpoint)) return good(check, webhookEndpoint);
  if (!isLoopback(baseUrl)) {
    const found = `${webhookEndpoint} is this computer for you, and another one for ${new URL(baseUrl).host}`;
    const fix = 'Set a public HTTPS address, or read the events from the platform.';
    return {
      check,
      state: 'FAULT',
      found,
      fix,
      commands: [`payments listen --resign --forward-to ${webhookEndpoint}`],
    };
  }
  const url = new URL(webhookEndpoint);
  if (await listens(url)) return good(check, `${webhookEndpoint}, and a server listens there`);
  const found = `${webhookEndpoint}: nothing listens on port ${url.port || 'of its scheme'}`;
  const fix = 'Start your receiver, or correct the address.';
  return { check, state: 'FAULT', found, fix, commands: [`payments config update --webhook-endpoint ${example}`] };
}

/** The fingerprint of the key that a receiver must verify with, in groups that are easy to compare. */
export function checkSignature({ webhookPublicKey }: Config): Finding {
  const der = createPublicKey(webhookPublicKey).export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(der).digest('hex').slice(0, 32);
  return good('signature', `ECDSA P-256, key SHA-256 ${fingerprint.match(/.{4}/g)?.join(' ') ?? ''}`);
}
