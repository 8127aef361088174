import type { CommandFacts } from '../../../../cli/src/operations/command-facts.ts';
import type { Operation, Specification } from '../../../../types/src/specification.ts';
import { follow } from '../../rules/references.ts';
import type { Artifact } from '../artifact.ts';
import { literal, sourceBanner } from '../typescript-source.ts';
import { commandExamples } from './command-examples.ts';
import { firstSentence, flagsOf } from './command-flags.ts';
import { clashesOf, commandWords, kebab } from './command-words.ts';
import { type OperationPlace, placesOf } from './operation-place.ts';

const wordForm = /^[a-z][a-z0-9-]*$/;

/** The credentials that the operation accepts. */
function credentialsOf({ security }: Operation, specification: Specification): CommandFacts['credentials'] {
  const schemes = (security ?? specification.security ?? []).flatMap((requirement) => Object.keys(requirement));
  if (schemes.includes('BasicAuth')) return 'TOKEN';
  return schemes.includes('AgentAuth') ? 'AGENT' : 'NONE';
}

function bodyKind({ requestBody }: Operation): CommandFacts['body'] {
  if (requestBody === undefined) return 'NONE';
  return requestBody.content['multipart/form-data'] === undefined ? 'JSON' : 'FORM';
}

function mediaTypes(specification: Specification, { responses = {} }: Operation): readonly string[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return [...new Set(successes.flatMap(([, response]) => Object.keys(follow(specification, response).content ?? {})))];
}

function rowOf(specification: Specification, place: OperationPlace): CommandFacts {
  const { method, path, operation, parameters, isPaged } = place;
  const { operationId } = operation;
  if (operationId === undefined) throw new Error(`${method.toUpperCase()} ${path} has no operationId.`);
  const flags = flagsOf(specification, place);
  return {
    operationId,
    words: commandWords(specification, place),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description?.trim() ?? '',
    isDeprecated: operation.deprecated === true,
    credentials: credentialsOf(operation, specification),
    body: bodyKind(operation),
    isBodyRequired: operation.requestBody?.required === true,
    isPaged,
    answers: mediaTypes(specification, operation),
    operands: parameters
      .filter(({ in: where }) => where === 'path')
      .map(({ name, description = '' }) => ({ name: kebab(name), at: name, about: firstSentence(description) })),
    flags,
    examples: commandExamples(specification, place, flags),
  };
}

/** The commands of the command line, one for each operation. */
export function commandTable(specification: Specification): Artifact {
  const places = placesOf(specification);
  const words = places.map((place) => commandWords(specification, place));
  const [clash] = clashesOf(words);
  if (clash !== undefined)
    throw new Error(
      `Two operations have the command \`payments ${clash}\`: set other words for one of them with x-cli.`,
    );
  const odd = words.flat().find((word) => !wordForm.test(word));
  if (odd !== undefined)
    throw new Error(`"${odd}" is not a valid word of a command: set other words for the operation with x-cli.`);
  const rows = places.map((place) => rowOf(specification, place));
  const statements = [
    "import type { CommandFacts } from '../operations/command-facts.ts';",
    `/** The version of the interface that the commands call. */\nexport const interfaceVersion = ${literal(specification.info.version)};`,
    `/** One command for each operation. */\nexport const operationCommands: readonly CommandFacts[] = ${literal(rows)};`,
  ];
  return { path: 'packages/cli/src/generated/commands.ts', content: `${sourceBanner}${statements.join('\n\n')}\n` };
}
