import type { Specification } from '../../../types/src/specification.ts';
import { type OperationPlace, operationsOf } from './operations.ts';
import type { Finding, Rule } from './rule.ts';

const permissions: readonly (string | undefined)[] = ['VIEW', 'TRANSACT', 'MANAGE'];

function schemesOf({ operation }: OperationPlace, specification: Specification): string[] {
  return (operation.security ?? specification.security ?? []).flatMap((requirement) => Object.keys(requirement));
}

function ofToken({ path, operation }: OperationPlace, schemes: readonly string[]): Finding[] {
  const permission = operation['x-permission'];
  const takesTokens = schemes.includes('BasicAuth');
  if (takesTokens ? permissions.includes(permission) : permission === undefined) return [];
  const message = takesTokens
    ? `x-permission must be one of ${permissions.join(', ')}.`
    : 'The operation does not accept API tokens, so it must not have x-permission.';
  return [{ path: [...path, 'x-permission'], message }];
}

function ofAgent(
  { path, operation }: OperationPlace,
  schemes: readonly string[],
  known: readonly unknown[],
): Finding[] {
  const allowed = operation['x-agent-permissions'];
  const takesAgents = schemes.includes('AgentAuth');
  if (takesAgents ? allowed?.every((name) => known.includes(name)) : allowed === undefined) return [];
  const message = takesAgents
    ? `x-agent-permissions must be a list of ${known.join(', ')}; empty when any agent may call.`
    : 'The operation does not accept agents, so it must not have x-agent-permissions.';
  return [{ path: [...path, 'x-agent-permissions'], message }];
}

export const permission: Rule = {
  name: 'permission',
  demands:
    'An operation of API tokens has x-permission, the required permission: VIEW, TRANSACT or MANAGE. An operation of ' +
    'agents has x-agent-permissions, of which the policy must have one.',
  check(specification) {
    const known = specification.components?.schemas?.AgentPermission?.enum ?? [];
    return operationsOf(specification).flatMap((place) => {
      const schemes = schemesOf(place, specification);
      return [...ofToken(place, schemes), ...ofAgent(place, schemes, known)];
    });
  },
};
