import type { Specification } from '../../../types/src/specification.ts';
import { type OperationPlace, operationsOf } from './operations.ts';
import type { Finding, Rule } from './rule.ts';

const nameForm = /^[a-z]+(?:_[a-z]+)*$/;

function takesAgents({ operation }: OperationPlace, { security }: Specification): boolean {
  return (operation.security ?? security ?? []).some((requirement) => Object.hasOwn(requirement, 'AgentAuth'));
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && /^[A-Z].*\.$/s.test(text);
}

function amiss({ operation }: OperationPlace, isForAgents: boolean, names: readonly (string | undefined)[]): string[] {
  const tool = operation['x-agent-tool'];
  if (!isForAgents) return tool === undefined ? [] : ['The operation takes no agent, so it has no x-agent-tool.'];
  if (tool === undefined) return ['x-agent-tool must say how the operation is told to a language model.'];
  return [
    ...(nameForm.test(tool.name) ? [] : ['name must be lower-case words with _ between them.']),
    ...(names.filter((name) => name === tool.name).length > 1
      ? [`The name ${tool.name} has another tool as well.`]
      : []),
    ...(['when', 'next'] as const).flatMap((part) =>
      isSentence(tool[part]) ? [] : [`${part} must be whole sentences.`],
    ),
  ];
}

export const agentTools: Rule = {
  name: 'agent-tools',
  demands:
    'What an agent calls says in x-agent-tool how a language model is told of it: a name of its own, when to use it, ' +
    'and what comes next.',
  check(specification): Finding[] {
    const places = operationsOf(specification);
    const names = places.map(({ operation }) => operation['x-agent-tool']?.name);
    return places.flatMap((place) =>
      amiss(place, takesAgents(place, specification), names).map((message) => ({
        path: [...place.path, 'x-agent-tool'],
        message,
      })),
    );
  },
};
