import type { Deps, ServerDeps } from '../../operation/deps.ts';
import type { Environment } from '../../operation/ports/ports.ts';
import { findPlatform } from './find-platform.ts';

/** The environment of a tenant never changes, so it is looked up once. */
const known = new WeakMap<ServerDeps, Map<number, Environment>>();

/** To be called when the tenant is deleted. */
export function forgetEnvironment(server: ServerDeps, tenant: number): void {
  known.get(server)?.delete(tenant);
}

/** The deps for work on a tenant's data outside of a request: the adapters of its environment, and its clock. */
export async function depsOfTenant(server: ServerDeps, tenant: number): Promise<Deps> {
  const environments = known.get(server) ?? new Map<number, Environment>();
  known.set(server, environments);
  const environment =
    environments.get(tenant) ?? (await server.database.read((unit) => findPlatform(unit, tenant))).environment;
  environments.set(tenant, environment);
  await server.clocks.meet(server.database, tenant);
  return server.forCaller(tenant, environment);
}
