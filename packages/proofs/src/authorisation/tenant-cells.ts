import { randomUUID } from 'node:crypto';
import { type Answer, basicAuthorization } from '../../../server/test/caller.ts';
import type { Json } from '../../../types/src/spec.ts';
import type { Cell, Column, Leak } from './finding.ts';
import { type BodyPlace, isIdKind, type Kind, kindsOf, placesIn, unknownOf, withValues } from './names.ts';
import type { BodyFacts, OperationFacts, ParameterFacts } from './operation-facts.ts';
import { type MatrixRequest, send } from './request.ts';
import type { World } from './world.ts';

/** One place of a request with an identifier: a parameter, or a field of a body. */
export interface Place {
  readonly label: string;
  readonly kind: Kind;
  readonly parameter?: ParameterFacts;
  readonly field?: BodyPlace;
  readonly body: BodyFacts | undefined;
}

/** All such places, each with the body for its test. */
export function placesOf(operation: OperationFacts, prefixes: readonly Kind[]): Place[] {
  const [firstBody] = operation.bodies;
  const parameters = operation.parameters.flatMap((parameter) =>
    (kindsOf(parameter, prefixes) ?? []).map((kind): Place => {
      const label = `${parameter.place}.${parameter.name}`;
      return { label, kind, parameter, body: firstBody };
    }),
  );
  const fields = operation.bodies.flatMap((body) =>
    placesIn(body.value).map((field) => {
      return { label: `${body.name}.${field.path.join('.')}`, kind: field.kind, field, body };
    }),
  );
  return [...parameters, ...fields.filter(isFirstOfItsName)];
}

/** For identifiers that the caller chooses, one body is enough: the second time they are the caller's own. */
function isFirstOfItsName({ kind, field }: Place, index: number, all: readonly Place[]): boolean {
  if (isIdKind(kind)) return true;
  return all.findIndex((other) => other.field?.path.join('.') === field?.path.join('.')) === index;
}

/** Some kinds have two variants, and an operation is about one of them. */
export function ownValue(world: World, { path }: OperationFacts, kind: Kind): string | undefined {
  if (kind === 'Quote' && path.startsWith('/agents/')) return world.values.get('agent quote');
  // Strong authentication only applies to customers of some countries.
  if (kind === 'Customer' && path.startsWith('/sca/')) return world.values.get('European customer');
  if (kind === 'Customer' && /^\/(beneficial-owners|verifications)/.test(path)) return world.values.get('business');
  const ofTrust = /\/(untrust|trust)(\/confirm)?$/.exec(path)?.[1];
  if (kind === 'ExternalAccount' && ofTrust === 'trust') return world.values.get('payee to trust');
  if (kind === 'ExternalAccount' && ofTrust === 'untrust') return world.values.get('trusted payee');
  if (kind === 'ScaChallenge' && ofTrust === 'untrust') return world.values.get('untrust challenge');
  if (kind === 'Card' && /^\/(sandbox\/cards|transactions)/.test(path)) return world.values.get('card with a purchase');
  if (kind === 'InternalAccount' && path.endsWith('/mints')) return world.values.get('dollars of the platform');
  if (kind === 'InternalAccount' && path.startsWith('/auth/')) return world.values.get('wallet account');
  if (kind === 'ExternalAccount' && path.startsWith('/platform/')) return world.values.get('account of the platform');
  return world.values.get(kind);
}

const nobodies = new Map<Kind, string>();

/** A placeholder for unknown resources: the same in every request, so that responses are comparable. */
function nobody(kind: Kind): string {
  const known = nobodies.get(kind) ?? unknownOf(kind);
  nobodies.set(kind, known);
  return known;
}

export interface Filling {
  readonly world: World;
  readonly place?: Place;
  readonly value?: string;
}

/** The request of the caller's own platform, except for the tested value. */
export function requestFor(
  operation: OperationFacts,
  prefixes: readonly Kind[],
  { world, place, value = '' }: Filling,
): MatrixRequest {
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const isAsked = place?.parameter === parameter;
    // Some operations on a resource also require its customer, in one of several ways.
    const isWanted = parameter.isRequired || (place?.parameter?.place === 'path' && parameter.name === 'customerId');
    if (!isAsked && !isWanted) continue;
    const [kind] = kindsOf(parameter, prefixes) ?? [];
    const own = kind === undefined ? undefined : (ownValue(world, operation, kind) ?? nobody(kind));
    const given = isAsked ? value : (own ?? parameter.example);
    if (parameter.place === 'query') query.set(parameter.name, given);
    else path = path.replace(`{${parameter.name}}`, encodeURIComponent(given));
  }
  const body = place?.body ?? operation.bodies[0];
  const suffix = query.size === 0 ? '' : `?${query}`;
  return {
    method: operation.method,
    path: `${path}${suffix}`,
    // Some operations require one before anything else.
    ...(operation.needsKey && { key: randomUUID() }),
    ...(body !== undefined && {
      mediaType: body.mediaType,
      body: bodyFor(operation, body.value, { world, value, ...(place !== undefined && { place }) }),
    }),
  };
}

function bodyFor(operation: OperationFacts, shown: Json, { world, place, value = '' }: Filling): Json {
  const values = new Map<string, string>();
  for (const { path, kind } of placesIn(shown)) {
    const own = isIdKind(kind) ? ownValue(world, operation, kind) : unknownOf(kind);
    if (own !== undefined) values.set(path.join('.'), own);
  }
  if (place?.field !== undefined) values.set(place.field.path.join('.'), value);
  return withValues(shown, values);
}

/** Everything that the caller must not see: every id and name of the victim that the caller did not send. */
export function strangersIn({ text }: Answer, victim: World, { path, body }: MatrixRequest): string | undefined {
  const sent = `${decodeURIComponent(path)} ${JSON.stringify(body)}`;
  return [...victim.known].find((known) => text.includes(known) && !sent.includes(known));
}

function masked({ status, text }: Answer, value: string): string {
  return `${status} ${text.replaceAll(value, '<the id>')}`;
}

/**
 * Whether the response for the caller's own value differs from that for an unknown value; otherwise the cell proves
 * nothing. Changes the world unless the response is a refusal.
 */
export async function reaches(world: World, operation: OperationFacts, place: Place, prefixes: readonly Kind[]) {
  const own = ownValue(world, operation, place.kind) ?? '';
  const nobodys = unknownOf(place.kind);
  const ask = (value: string) =>
    send(world.server.baseUrl, loginOf(world, operation), requestFor(operation, prefixes, { world, place, value }));
  const unknown = await ask(nobodys);
  const answer = await ask(own);
  return { isReached: masked(answer, own) !== masked(unknown, nobodys), isSpoiled: answer.status < 300 };
}

export interface TenantRun {
  readonly caller: World;
  readonly victim: World;
  readonly column: Column;
  readonly prefixes: readonly Kind[];
}

/** Sends the victim's value and an unknown one: the responses must be byte for byte the same. */
export async function checkPlace(run: TenantRun, operation: OperationFacts, place: Place): Promise<Leak | undefined> {
  const { caller, victim, prefixes } = run;
  const theirs = ownValue(victim, operation, place.kind);
  if (theirs === undefined) return undefined;
  const cell: Cell = { operation: operation.id, column: run.column, place: place.label };
  const ask = async (value: string) => {
    const request = requestFor(operation, prefixes, { world: caller, place, value });
    return { request, answer: await send(caller.server.baseUrl, loginOf(caller, operation), request) };
  };
  const nobodys = unknownOf(place.kind);
  const [foreign, unknown] = [await ask(theirs), await ask(nobodys)];
  const stranger = strangersIn(foreign.answer, victim, foreign.request);
  if (stranger !== undefined) return { ...cell, problem: `shows ${stranger}` };
  if (foreign.answer.status !== unknown.answer.status) {
    return { ...cell, problem: `answers ${foreign.answer.status}, and ${unknown.answer.status} to what nobody has` };
  }
  const isRefused = foreign.answer.status >= 400;
  if (isRefused && masked(foreign.answer, theirs) !== masked(unknown.answer, nobodys)) {
    return { ...cell, problem: 'answers in other words than to what nobody has' };
  }
  return undefined;
}

/** Agents have their own operations. */
export function loginOf(
  { server: { credentials }, values }: World,
  { schemes }: Pick<OperationFacts, 'schemes'>,
): string {
  if (schemes.includes('AgentAuth')) return `Bearer ${values.get('agent token')}`;
  return basicAuthorization(credentials.tokenId, credentials.tokenSecret);
}
