import { type PortName, type Ports, portNames, portPurposes } from './ports.ts';

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

const missing = new WeakSet<object>();

function missingPort(port: PortName): object {
  const refuse = (): never => {
    throw new MissingAdapter(port);
  };
  // A promise that is given a port looks whether it is a promise too.
  const get = (_target: object, verb: string | symbol): undefined => (verb === 'then' ? undefined : refuse());
  const stand = new Proxy({}, { get, has: refuse, ownKeys: refuse });
  missing.add(stand);
  return stand;
}

/** For what goes without the adapter where there is none. */
export function isConfigured(port: object): boolean {
  return !missing.has(port);
}

/** For what promises today what the adapter is needed for tomorrow. */
export function requireAdapter(port: object): void {
  Reflect.ownKeys(port);
}

/** What production has: the adapters that were configured, and nothing of the sandbox in the place of any other. */
export function productionPorts(configured: Partial<Ports>): Ports {
  return Object.fromEntries(portNames.map((name) => [name, configured[name] ?? missingPort(name)])) as unknown as Ports;
}
