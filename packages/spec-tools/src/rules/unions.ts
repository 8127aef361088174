import type { Schema, Specification } from '../../../types/src/specification.ts';
import { flatten } from './references.ts';
import type { DocumentPath, Finding, Rule } from './rule.ts';
import { schemasOf } from './schemas.ts';

function isNull(schema: Schema): boolean {
  return schema.type === 'null';
}

function checkMember(specification: Specification, path: DocumentPath, member: Schema, union: Schema): Finding[] {
  const { propertyName = '', mapping = {} } = union.discriminator ?? {};
  const values = Object.keys(mapping).filter((value) => mapping[value] === member.$ref);
  const name = member.$ref?.split('/').at(-1) ?? 'A member without a name';
  if (values.length === 0) return [{ path, message: `${name} is not in the mapping of the discriminator.` }];
  const { properties, required } = flatten(specification, member);
  const property = properties[propertyName];
  const allowed = property?.const === undefined ? (property?.enum ?? []) : [property.const];
  const agrees = allowed.length === values.length && values.every((value) => allowed.includes(value));
  return [
    ...(agrees ? [] : [{ path, message: `${name} must fix ${propertyName} to ${values.join(' or ')}.` }]),
    ...(required.includes(propertyName) ? [] : [{ path, message: `${name} must require ${propertyName}.` }]),
  ];
}

function checkUnion(specification: Specification, path: DocumentPath, union: Schema): Finding[] {
  const members = union.oneOf ?? [];
  if (union.discriminator === undefined) return [{ path, message: 'A oneOf must have a discriminator.' }];
  return members.flatMap((member, index) => checkMember(specification, [...path, 'oneOf', index], member, union));
}

export const unions: Rule = {
  name: 'unions',
  demands: 'A oneOf has a discriminator that maps every member, and each member fixes and requires its value.',
  check: (specification) =>
    [...schemasOf(specification)]
      .filter(({ schema }) => schema.oneOf !== undefined && !schema.oneOf.some(isNull))
      .flatMap(({ path, schema }) => checkUnion(specification, path, schema)),
};
