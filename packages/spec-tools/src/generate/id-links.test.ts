import { describe, expect, it } from 'vitest';
import { loadSpecification } from '../../../types/src/spec.ts';
import { parseSpecification } from '../../../types/src/specification.ts';
import { goodSpecification } from '../rules/break.ts';
import { owedLinks } from '../rules/id-links.ts';
import { operationsOf } from '../rules/operations.ts';
import { withIdLinks } from './id-links.ts';

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { links?: object }>; security?: object[] }>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
}

/** The good specification, changed. */
function changed(change: (document: Document) => void) {
  const document = goodSpecification() as Document;
  change(document);
  return parseSpecification(JSON.stringify(document));
}

function linksOf(specification: ReturnType<typeof changed>, path: string, method: 'get' | 'post', status: string) {
  return specification.paths[path]?.[method]?.responses?.[status]?.links;
}

describe('the links of the bundle', () => {
  it('lead from a created or listed resource to the operations that take its id', () => {
    const bare = changed(({ paths }) => {
      delete paths['/parcels']?.['post']?.responses['201']?.links;
      delete paths['/parcels']?.['get']?.responses['200']?.links;
    });
    const linked = withIdLinks(bare);
    const link = (expression: string) => ({
      getParcelById: {
        operationId: 'getParcelById',
        description: 'Get a parcel.',
        parameters: { parcelId: expression },
      },
    });
    expect(linksOf(linked, '/parcels', 'post', '201')).toEqual(link('$response.body#/id'));
    expect(linksOf(linked, '/parcels', 'get', '200')).toEqual(link('$response.body#/data/0/id'));
    expect(owedLinks(linked)).toEqual([]);
  });

  it('lead from the id of another resource to the operation that reads it', () => {
    const specification = changed(({ components }) => {
      const parcel = components.schemas['Parcel'];
      if (parcel !== undefined) parcel.properties['parentId'] = { $ref: '#/components/schemas/ParcelId' };
    });
    expect(linksOf(withIdLinks(specification), '/parcels', 'post', '201')).toMatchObject({
      GetParcel: { parameters: { parcelId: '$response.body#/id' } },
      getParcelById: { parameters: { parcelId: '$response.body#/parentId' } },
    });
  });

  it('keep handwritten links, and are not added to operations with other credentials', () => {
    const specification = parseSpecification(JSON.stringify(goodSpecification()));
    expect(withIdLinks(specification)).toEqual(specification);
    expect(linksOf(specification, '/parcels/mine', 'get', '200')).toBeUndefined();
  });
});

it('the specification lacks no link, and each creation has some', () => {
  const specification = loadSpecification();
  expect(owedLinks(specification)).toEqual([]);
  const created = operationsOf(specification).flatMap(({ id, responses }) =>
    responses.filter(({ status }) => status === '201').map(({ response }) => [id, Object.keys(response.links ?? {})]),
  );
  expect(created.filter(([, links]) => links?.length === 0)).toEqual([]);
  expect(created.length).toBeGreaterThan(10);
});
