import type { Operation } from '../../../types/src/specification.ts';
import type { DocumentPath } from '../rules/rule.ts';
import { type Changes, without } from './change.ts';

interface Operations {
  readonly path: DocumentPath;
  readonly before: Operation;
  readonly now: Operation;
}

type Requirements = NonNullable<Operation['security']>;

/** Each requirement is one alternative: all its schemes together. Without one, no credentials are needed. */
function waysIn(security: Requirements = []): readonly ReadonlySet<string>[] {
  return security.length === 0 ? [new Set()] : security.map((requirement) => new Set(Object.keys(requirement)));
}

function* compareSecurity({ path, before, now }: Operations): Changes {
  const [old, current] = [waysIn(before.security), waysIn(now.security)];
  const lostBy = (one: readonly ReadonlySet<string>[], other: readonly ReadonlySet<string>[]): boolean =>
    one.some((way) => !other.some((open) => open.isSubsetOf(way)));
  const message = `It accepted ${JSON.stringify(before.security ?? [])}; now it accepts ${JSON.stringify(now.security ?? [])}.`;
  const place = [...path, 'security'];
  if (lostBy(old, current)) yield { rule: 'security-tightened', path: place, message };
  else if (lostBy(current, old)) yield { rule: 'security-loosened', path: place, message };
}

function* comparePermissions({ path, before, now }: Operations): Changes {
  const [old, current] = [before['x-permission'], now['x-permission']];
  if (old !== current) {
    const rule = current === undefined ? 'security-loosened' : 'permission-changed';
    const message = `The permission was ${old ?? 'none'}; now it is ${current ?? 'none'}.`;
    yield { rule, path: [...path, 'x-permission'], message };
  }
  // One of the listed permissions is enough; an empty list requires none.
  const [agents, agentsNow] = [before['x-agent-permissions'] ?? [], now['x-agent-permissions'] ?? []];
  const isTightened = agents.length === 0 ? agentsNow.length > 0 : without(agents, agentsNow).length > 0;
  const message = `An agent needed ${agents.join(' or ') || 'none'}; now it needs ${agentsNow.join(' or ') || 'none'}.`;
  const place = [...path, 'x-agent-permissions'];
  if (agentsNow.length > 0 && isTightened) yield { rule: 'permission-changed', path: place, message };
  else if (without(agentsNow, agents).length > 0 || (agents.length > 0 && agentsNow.length === 0)) {
    yield { rule: 'security-loosened', path: place, message };
  }
}

function statusesByCode(operation: Operation): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(operation['x-error-codes'] ?? {}).flatMap(([status, codes]) => codes.map((code) => [code, status])),
  );
}

function* compareErrorCodes({ path, before, now }: Operations): Changes {
  const [old, current] = [statusesByCode(before), statusesByCode(now)];
  const place = [...path, 'x-error-codes'];
  for (const [code, status] of old) {
    const moved = current.get(code);
    if (moved === undefined) yield { rule: 'error-code-removed', path: place, message: `${code} was removed.` };
    else if (moved !== status) {
      yield { rule: 'error-code-moved', path: place, message: `${code} was a ${status}; now it is a ${moved}.` };
    }
  }
  for (const code of without(current.keys(), old.keys())) {
    yield { rule: 'error-code-added', path: place, message: `${code} is new.` };
  }
}

function* compareIdempotency({ path, before, now }: Operations): Changes {
  const [old, current] = [before['x-idempotent'] ?? 'none', now['x-idempotent'] ?? 'none'];
  if (old === current) return;
  const rule = old === 'none' && current === 'key' ? 'idempotency-added' : 'idempotency-changed';
  yield { rule, path: [...path, 'x-idempotent'], message: `It was ${old}; now it is ${current}.` };
}

function* compareDeprecations({ path, before, now }: Operations): Changes {
  if (now.deprecated === true && before.deprecated !== true) {
    yield { rule: 'deprecated', path, message: 'It is deprecated now.' };
  }
  const [old, current] = [before['x-deprecation']?.sunsetAt, now['x-deprecation']?.sunsetAt];
  if (before['x-deprecation'] === undefined || old === current) return;
  const isSooner = typeof old === 'string' && typeof current === 'string' && current < old;
  const message = `The sunset was ${old ?? 'not set'}; now it is ${current ?? 'not set'}.`;
  yield { rule: isSooner ? 'sunset-brought-forward' : 'sunset-changed', path: [...path, 'x-deprecation'], message };
}

/** Compares what an operation guarantees beside its bodies: permissions, error codes, and the effect of a repeat. */
export function* comparePromises(operations: Operations): Changes {
  yield* compareSecurity(operations);
  yield* comparePermissions(operations);
  yield* compareErrorCodes(operations);
  yield* compareIdempotency(operations);
  yield* compareDeprecations(operations);
}
