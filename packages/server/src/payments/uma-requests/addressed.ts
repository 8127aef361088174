import { networkOf } from '../../engines/guesses/network-of.ts';
import { readUmaAddress, type UmaAddress } from '../../engines/uma/uma-address.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Deps, ServerDeps } from '../../operation/deps.ts';
import type { ProviderAnswer, ProviderCall } from '../../operation/provider-route.ts';
import { findCustomerByUmaAddress } from '../../people/customers/find-customer.ts';
import {
  findEarlierUsers,
  findFormerUmaDomains,
  findUmaPlatform,
  type UmaPlatform,
} from '../../platform/platforms/find-uma-platform.ts';

/** The platform that a request of another provider addresses. */
export interface AddressedPlatform {
  readonly tenant: number;
  readonly deps: Deps;
  readonly domain: string;
  readonly callerNetwork: string;
}

export async function findAddressedPlatform(
  server: ServerDeps,
  { host, name, address }: ProviderCall,
): Promise<AddressedPlatform | undefined> {
  const serviceHost = new URL(server.publicUrl()).hostname;
  const platform = await server.database.read(async (unit) => {
    const found = await findUmaPlatform(unit, host, serviceHost);
    if (found?.domain !== host) return found && { ...found, domain: await domainOf(unit, found, name) };
    return (await isHeldElsewhere(unit, found, name)) ? undefined : found;
  });
  // An IPv6 address is one of many that its owner may use.
  return platform && { ...platform, callerNetwork: networkOf(address), deps: await server.forTenant(platform.tenant) };
}

/**
 * A domain that forwards to the host of its platform does not show which domain it is, so the one with the known
 * name is used.
 */
async function domainOf(unit: Unit, { tenant, domain }: UmaPlatform, name: string): Promise<string> {
  const former = name === '' ? [] : await findFormerUmaDomains(unit, tenant);
  for (const one of former.length === 0 ? [] : [domain, ...former])
    if ((await findCustomerByUmaAddress(unit, tenant, `${name}@${one}`.toLowerCase())) !== undefined) return one;
  return domain;
}

/**
 * Whether a customer of a platform that used the domain before has the address. Anyone can set the domain that another
 * platform has left, and it may still forward here, so payments to the address must not reach somebody else.
 */
async function isHeldElsewhere(unit: Unit, platform: UmaPlatform, name: string): Promise<boolean> {
  if (name === '') return false;
  const address = `${name}@${platform.domain}`.toLowerCase();
  for (const earlier of await findEarlierUsers(unit, platform))
    if ((await findCustomerByUmaAddress(unit, earlier, address)) !== undefined) return true;
  return false;
}

/** `$grace`, as in a path, at the domain of the platform, whichever host was called. */
export function addressAtPlatform({ domain }: AddressedPlatform, name: string): UmaAddress | undefined {
  return readUmaAddress(`${name}@${domain}`);
}

function refusal(status: number, code: string, reason: string): ProviderAnswer {
  return { status, body: JSON.stringify({ status: 'ERROR', reason, code }) };
}

/** Refusals of this server, not of the protocol library, with the protocol's own codes. */
export const refusals = {
  unknownReceiver: refusal(404, 'USER_NOT_FOUND', 'There is no receiver at this address.'),
  notReady: refusal(403, 'USER_NOT_READY', 'The receiver cannot be paid at the moment.'),
  currency: refusal(400, 'INVALID_CURRENCY', 'The receiver does not accept this currency. Look the address up again.'),
  amount: refusal(400, 'AMOUNT_OUT_OF_RANGE', 'The amount is outside the limits of the lookup.'),
  unknownRequest: refusal(404, 'REQUEST_NOT_FOUND', 'No payment is waiting for this report.'),
  missingPayer: (names: readonly string[]) =>
    refusal(400, 'MISSING_MANDATORY_PAYER_DATA', `Send ${names.join(', ')} of the sender, as the lookup requires.`),
} as const;
