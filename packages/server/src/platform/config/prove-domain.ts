import type { ReadDomainTexts } from '../../engines/uma/domain-texts.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { ExternalCall } from '../../operation/operation.ts';
import { findPlatform } from '../platforms/find-platform.ts';

type Updating = ExternalCall<'updatePlatformConfig'>;

/** The name whose TXT records say which platforms may use a domain. */
const proofName = (domain: string): string => `_uma.${domain}`;

export function needsProof({ deps: { rules }, input: { body } }: Updating): boolean {
  return rules.provesDomains && body.umaDomain !== undefined;
}

/**
 * The error of a domain that the platform cannot prove to be its own. Without a proof it could claim the domain that
 * another platform has left while it still forwards to the service, and be paid and sign in its name.
 */
export async function findDomainError({ tenant, deps, input: { body } }: Updating): Promise<FieldError | undefined> {
  const { umaDomain: domain } = body;
  const platform = await deps.database.read((unit) => findPlatform(unit, tenant));
  if (domain === undefined || domain === platform.uma_domain) return undefined;
  const { proxy_uma_subdomain: proof } = platform;
  const message = await problemOf(deps.readDomainTexts, domain, proof);
  return message === undefined ? undefined : { field: 'umaDomain', message };
}

async function problemOf(read: ReadDomainTexts, domain: string, proof: string): Promise<string | undefined> {
  const name = proofName(domain);
  const texts = await read(name);
  if (texts === undefined) return `The name servers of ${name} did not answer. Send the change again later.`;
  if (texts.includes(proof)) return undefined;
  return `Show that the domain is yours: add the TXT record ${name} with the text ${proof}, and send the change again.`;
}
