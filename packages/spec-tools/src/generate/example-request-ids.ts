import {
  type Json,
  type JsonObject,
  parseSpecification,
  type Specification,
} from '../../../types/src/specification.ts';
import { isObject } from '../rules/is-object.ts';

function isRefusal({ code, reason, status, message }: JsonObject): boolean {
  return typeof status === 'number' && [code, reason, message].every((value) => typeof value === 'string');
}

function named(value: Json, requestId: Json): Json {
  if (Array.isArray(value)) return value.map((member: Json) => named(member, requestId));
  if (!isObject(value)) return value;
  const whole = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, named(member, requestId)]));
  if (!isRefusal(whole) || whole['requestId'] !== undefined) return whole;
  const { details, ...rest } = whole;
  return { ...rest, requestId, ...(details !== undefined && { details }) };
}

/** Every refusal has a request id. Examples need no id of their own, so each gets that of its header. */
export function withExampleRequestIds(specification: Specification): Specification {
  const requestId = specification.components?.headers?.['RequestId']?.example;
  if (requestId === undefined) return specification;
  const { paths, components } = specification;
  const shown = named(JSON.parse(JSON.stringify({ paths, components })) as Json, requestId);
  return parseSpecification(JSON.stringify(Object.assign({ ...specification }, shown)));
}
