import type { StateTable } from '../../../types/src/specification.ts';
import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule, quote } from './typescript-source.ts';

const types = `
export type StateTables = typeof stateTables;

/** A resource with a state table. */
export type StatefulResource = keyof StateTables;

/** The states of a resource; for a union of resources, the union of their states. */
export type StateOf<Resource extends StatefulResource> = {
  [Each in Resource]: keyof StateTables[Each]['states'] & string;
}[Resource];

/** The triggers of the transitions of a resource. */
export type TriggerOf<Resource extends StatefulResource> = StateTables[Resource]['transitions'][number]['trigger'];

/** The events of the transitions with a trigger; includes undefined if one of them emits no event. */
export type StateEventOf<Resource extends StatefulResource, Trigger extends TriggerOf<Resource> = TriggerOf<Resource>> =
  Extract<StateTables[Resource]['transitions'][number], { readonly trigger: Trigger }> extends infer Row
    ? Row extends { readonly event: infer Event }
      ? Event
      : undefined
    : never;

/** One transition of a resource. */
export interface TransitionOf<Resource extends StatefulResource> {
  readonly from: StateOf<Resource> | null;
  readonly trigger: TriggerOf<Resource>;
  readonly to: StateOf<Resource>;
  readonly when: string;
  readonly event?: string;
  readonly also?: string;
}
`;

function pascalCase(resource: string): string {
  return resource.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** If the schema of a table has the name of the alias, such as `CardState`, the schema already defines the states. */
function aliases([resource, { schema }]: readonly [string, Pick<StateTable, 'schema'>]): string {
  const name = pascalCase(resource);
  return [
    ...(schema === `${name}State` ? [] : [`export type ${name}State = StateOf<${quote(resource)}>;`]),
    `export type ${name}Trigger = TriggerOf<${quote(resource)}>;`,
  ].join('\n');
}

export function stateTables(tables: Tables): Artifact {
  const comment = 'Every state machine: its states, start, terminal states and transitions.';
  return generatedModule('states', [
    constantTable('stateTables', comment, tables.states),
    types,
    Object.entries(tables.states).map(aliases).join('\n'),
  ]);
}
