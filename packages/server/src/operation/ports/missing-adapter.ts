import { type Refusal, refuse } from '../operation.ts';
import { type PortName, type Ports, portPurposes } from './ports.ts';

/**
 * The operator has not configured the required adapter. The port throws this, so that code without a check cannot
 * continue. The HTTP layer turns it into a refusal, and the unit is rolled back.
 */
export class MissingAdapter extends Error {
  readonly port: PortName;
  constructor(port: PortName) {
    super(`production has no adapter for ${portPurposes[port]}`);
    this.port = port;
  }
}

/** The refusal for the caller of the unit that was rolled back. */
export function refuseMissing({ port }: MissingAdapter): Refusal<'NOT_IMPLEMENTED'> {
  const reason = `This requires an adapter for ${portPurposes[port]}, which the operator of this service has not configured for production. Nothing was done. Contact the operator.`;
  return refuse('NOT_IMPLEMENTED', reason, { adapter: port });
}

const missing = new WeakMap<object, PortName>();

function missingPort<Name extends PortName>(port: Name): Ports[Name] {
  const refuse = (): never => {
    throw new MissingAdapter(port);
  };
  // When a promise resolves to a port, it checks whether the port has `then`.
  const get = (_target: object, verb: string | symbol): undefined => (verb === 'then' ? undefined : refuse());
  const stand = new Proxy<Ports[Name]>({} as Ports[Name], { get, has: refuse, ownKeys: refuse });
  missing.set(stand, port);
  return stand;
}

/** For code that works without the adapter if there is none. */
export function isConfigured(port: object): boolean {
  return !missing.has(port);
}

/** For code that makes a promise now which needs the adapter later. */
export function requireAdapter(port: object): void {
  const name = missing.get(port);
  if (name !== undefined) throw new MissingAdapter(name);
}

/** The ports of production: the configured adapters. A missing one is never replaced by the sandbox's. */
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
