import { operationsOf } from './operations.ts';
import type { Finding, Rule } from './rule.ts';

export const links: Rule = {
  name: 'links',
  demands: 'A link leads to an operation of the interface and sets parameters that this operation takes.',
  check(specification) {
    const operations = operationsOf(specification);
    return operations.flatMap(({ responses }) =>
      responses.flatMap(({ path, response }) =>
        Object.entries(response.links ?? {}).flatMap(([name, link]): Finding[] => {
          const place = [...path, 'links', name];
          const target = operations.find(({ id }) => id === link.operationId);
          if (target === undefined) return [{ path: place, message: `${String(link.operationId)} is not an operation.` }];
          const names = target.parameters.map(({ parameter }) => parameter.name);
          return Object.keys(link.parameters ?? {})
            .map((parameter) => parameter.replace(/^(path|query|header)\./, ''))
            .filter((parameter) => !names.includes(parameter))
            .map((parameter) => ({ path: place, message: `${target.id} has no parameter ${parameter}.` }));
        }),
      ),
    );
  },
};
