import { readdirSync } from 'node:fs';
import { repository } from './source-tree.ts';

/** The folders in the table of rooms in `docs/ARCHITECTURE.md`. */
export function roomsNamed(architecture: string): string[] {
  const section = architecture.split('## Rooms')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const named = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`([a-z-]+(?:\/[a-z-]+)?)\/`/g)]);
  return named.map(([, name]) => name ?? '').toSorted();
}

/** The folders of the server that are rooms. */
export function roomsThere(): string[] {
  const server = `${repository}packages/server/src`;
  const rooms = foldersIn(server).flatMap((layer) => {
    const inner = layer === 'operation' ? [] : foldersIn(`${server}/${layer}`);
    return inner.length > 0 ? inner.map((room) => `${layer}/${room}`) : [layer];
  });
  return rooms.toSorted();
}

function foldersIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
