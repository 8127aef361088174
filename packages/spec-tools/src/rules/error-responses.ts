import { isRefusal, operationsOf } from './operations.ts';
import { componentName } from './references.ts';
import type { Rule } from './rule.ts';

export const errorResponses: Rule = {
  name: 'error-responses',
  demands: 'A refusal with status NNN carries the schema ErrorNNN as application/json.',
  check: (specification) =>
    operationsOf(specification).flatMap(({ responses }) =>
      responses
        .filter(({ status }) => isRefusal(status))
        .filter(({ status, response }) => {
          const schema = response.content?.['application/json']?.schema;
          return componentName(schema?.$ref) !== `Error${status}`;
        })
        .map(({ status, path }) => ({ path, message: `The body of this response must be Error${status}.` })),
    ),
};
