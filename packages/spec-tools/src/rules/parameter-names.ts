import { type OperationPlace, operationsOf, type ParameterPlace } from './operations.ts';
import type { Rule } from './rule.ts';

/** The name as an argument of a function: `Last-Event-ID` and `lastEventId` are one. */
function argumentOf({ parameter: { name } }: ParameterPlace): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function repeated({ parameters }: OperationPlace): ParameterPlace[] {
  const names = parameters.map(argumentOf);
  return parameters.filter((place, index) => names.indexOf(argumentOf(place)) < index);
}

export const parameterNames: Rule = {
  name: 'parameter-names',
  demands:
    'The parameters of an operation have names that stay apart as arguments of one function, wherever they stand.',
  check: (specification) =>
    operationsOf(specification)
      .flatMap(repeated)
      .map(({ path, parameter: { name } }) => ({
        path,
        message: `Another parameter has the name ${name} too, once a generator has made an argument of it.`,
      })),
};
