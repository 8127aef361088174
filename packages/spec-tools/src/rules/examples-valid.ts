import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Specification } from '../../../types/src/specification.ts';
import { examplesOf } from './example-places.ts';
import type { DocumentPath, Rule } from './rule.ts';

const bundleName = 'openapi.json';

function pointer(path: DocumentPath): string {
  const steps = path.map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')));
  return `${bundleName}#/${steps.join('/')}`;
}

function describe(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? [])
    .slice(0, 3)
    .map((error) => `${error.instancePath === '' ? 'it' : error.instancePath} ${error.message ?? 'is not valid'}`)
    .join('; ');
}

function validatorOf(specification: Specification): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
  addFormats.default(ajv);
  return ajv.addSchema(specification, bundleName);
}

export const examplesValid: Rule = {
  name: 'examples-valid',
  demands: 'Every example meets its schema, formats included.',
  check(specification) {
    const ajv = validatorOf(specification);
    return examplesOf(specification).flatMap(({ path, value, schemaPath }) => {
      const validate = ajv.getSchema(pointer(schemaPath));
      if (validate === undefined) return [{ path, message: 'The schema of this example does not compile.' }];
      if (validate(value) === true) return [];
      return [{ path, message: `The example is not valid: ${describe(validate.errors)}.` }];
    });
  },
};
