import { type OperationPlace, operationsOf, type ParameterPlace } from './operations.ts';
import type { Rule } from './rule.ts';

/** The name as a function argument: `Last-Event-ID` and `lastEventId` are the same. */
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
    'Parameters of an operation keep different names when a generator turns them into arguments of one function.',
  check: (specification) =>
    operationsOf(specification)
      .flatMap(repeated)
      .map(({ path, parameter: { name } }) => ({
        path,
        message: `As a function argument, another parameter is also called ${name}.`,
      })),
};
