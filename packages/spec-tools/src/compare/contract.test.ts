import { expect, it } from 'vitest';
import { loadSpecification } from '../../../types/src/spec.ts';
import { parseSpecification } from '../../../types/src/specification.ts';
import { readCases, versionWith } from './cases.ts';
import { compareSpecifications } from './compare-specifications.ts';
import { contractOf, printContract } from './contract.ts';

const kept = (specification: ReturnType<typeof versionWith>) =>
  parseSpecification(printContract(contractOf(specification)));

it('the specification shows no change against its own contract', () => {
  const specification = loadSpecification();
  expect(compareSpecifications(kept(specification), specification)).toEqual([]);
});

it.each(readCases())('the contract shows the same changes as the whole specification: $title', ({ change }) => {
  const [before, now] = [versionWith(), versionWith(change)];
  expect(compareSpecifications(kept(before), now)).toEqual(compareSpecifications(before, now));
});

it('leaves out descriptions and examples, and keeps a field named title', () => {
  const properties = { title: { type: 'string', description: 'The title.', examples: ['Dr'] } };
  const specification = versionWith([{ at: ['components', 'schemas', 'Parcel', 'properties'], set: properties }]);
  expect(contractOf(specification)).toMatchObject({
    info: { version: '2030-01-01' },
    components: { schemas: { Parcel: { properties: { title: { type: 'string' } } } } },
  });
  const text = printContract(contractOf(specification));
  for (const word of ['Sends parcels.', 'Lists parcels.', 'The title.', 'Dollar', '"Dr"', 'examples'])
    expect(text).not.toContain(word);
});

it('the contract is written with one line for each path, schema and table entry', () => {
  const lines = printContract(contractOf(versionWith())).split('\n');
  for (const start of ['"/parcels": {', '"Parcel": {', '"parcelSent": {', '"TOO_HEAVY": {', '"USD": {']) {
    expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
  }
});
