import { type Refusal, refuse } from '../operation.ts';
import { type PortName, type Ports, portPurposes } from './ports.ts';

/**
 * The operator has not configured the adapter that this needs. It is thrown by the port, so that nothing which
 * forgets to ask first can go on; the door makes a refusal of it, and the unit is undone.
 */
export class MissingAdapter extends Error {
  readonly port: PortName;
  constructor(port: PortName) {
    super(`production has no adapter for ${portPurposes[port]}`);
    this.port = port;
  }
}

/** For whoever wanted it of a unit that was undone. */
export function refuseMissing({ port }: MissingAdapter): Refusal<'NOT_IMPLEMENTED'> {
  const reason = `This needs an adapter for ${portPurposes[port]}, which the operator of this service has not configured for production. Ask the operator; nothing was done.`;
  return refuse('NOT_IMPLEMENTED', reason, { adapter: port });
}

const missing = new WeakMap<object, PortName>();

function missingPort<Name extends PortName>(port: Name): Ports[Name] {
  const refuse = (): never => {
    throw new MissingAdapter(port);
  };
  // A promise that is given a port looks whether it is a promise too.
  const get = (_target: object, verb: string | symbol): undefined => (verb === 'then' ? undefined : refuse());
  const stand = new Proxy<Ports[Name]>({} as Ports[Name], { get, has: refuse, ownKeys: refuse });
  missing.set(stand, port);
  return stand;
}

/** For what goes without the adapter where there is none. */
export function isConfigured(port: object): boolean {
  return !missing.has(port);
}

/** For what promises today what the adapter is needed for tomorrow. */
export function requireAdapter(port: object): void {
  const name = missing.get(port);
  if (name !== undefined) throw new MissingAdapter(name);
}

/** What production has: the adapters that were configured, and nothing of the sandbox in the place of any other. */
export function productionPorts(configured: Partial<Ports>): Ports {
  return {
    rates: configured.rates ?? missingPort('rates'),
    rails: configured.rails ?? missingPort('rails'),
    funding: configured.funding ?? missingPort('funding'),
    collections: configured.collections ?? missingPort('collections'),
    uma: configured.uma ?? missingPort('uma'),
    lightning: configured.lightning ?? missingPort('lightning'),
    messages: configured.messages ?? missingPort('messages'),
    identity: configured.identity ?? missingPort('identity'),
    directory: configured.directory ?? missingPort('directory'),
    tokenIssuers: configured.tokenIssuers ?? missingPort('tokenIssuers'),
    custody: configured.custody ?? missingPort('custody'),
    cardPulls: configured.cardPulls ?? missingPort('cardPulls'),
    issuer: configured.issuer ?? missingPort('issuer'),
    stablecoinProvider: configured.stablecoinProvider ?? missingPort('stablecoinProvider'),
  };
}
