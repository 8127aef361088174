import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declaredEvents } from '../../spec-tools/src/generate/event-types.ts';
import type { Specification } from '../../types/src/specification.ts';
import { documents } from './documents.ts';
import { factsFor } from './facts.ts';
import type { Surroundings } from './markdown.ts';
import { listOperations, operationAddress } from './operation-links.ts';
import { pages } from './page.ts';

/** Addresses by the names in code spans: operations, error codes and events. */
export function explainedNames(specification: Specification): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const listed of listOperations(specification)) {
    const address = operationAddress(listed);
    addresses.set(listed.id, address).set(`${listed.method.toUpperCase()} ${listed.path}`, address);
  }
  const states = Object.values(specification['x-state-tables'] ?? {}).flatMap((table) => Object.keys(table.states));
  for (const code of Object.keys(specification['x-error-catalogue'] ?? {})) {
    // A word that is also the name of a state would often be linked wrongly.
    if (!states.includes(code)) addresses.set(code, `${pages.errors.file}#${code}`);
  }
  for (const { type } of declaredEvents(specification)) addresses.set(type, `${pages.events.file}#${type}`);
  return addresses;
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

const fileOfSource: ReadonlyMap<string, string> = new Map(documents.map(({ source, file }) => [source, file]));

/** `page:errors.html#CODE` is a generated page; other targets are files of the repository. */
function addressOf(target: string, source: string): string | undefined {
  if (target.startsWith('#')) return target;
  if (target.startsWith('page:')) return target.slice('page:'.length);
  // Links to another host are deliberate, and the text names the host.
  if (/^[a-z]+:/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const place = posix.join(posix.dirname(source), path);
  const file = fileOfSource.get(place);
  if (file === undefined) {
    if (!existsSync(`${repository}${place}`)) throw new Error(`${source}: the link to ${target} is broken`);
    // A file of the repository that is not a page: its name stays, without a link.
    return undefined;
  }
  return anchor === undefined ? file : `${file}#${anchor}`;
}

export function surroundingsOf(specification: Specification): (source: string) => Surroundings {
  const factsOf = factsFor(specification);
  return (source) => ({
    linkTo: (target) => addressOf(target, source),
    factsOf,
  });
}
