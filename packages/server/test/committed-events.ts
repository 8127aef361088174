import type { TestServer } from './test-server.ts';

export interface CommittedEvent {
  readonly type: string;
  readonly resourceId: string;
  readonly sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: events carry resources of every shape
  readonly data: any;
}

/** The events of a server's platform in their order, of one resource if given. */
export async function committedEvents(server: TestServer, resourceId?: string): Promise<CommittedEvent[]> {
  const rows = await server.deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('events').selectAll().where('tenant', '=', server.tenant).orderBy('id')),
  );
  return rows
    .filter((row) => resourceId === undefined || row.resource_id === resourceId)
    .map((row) => ({
      type: row.type,
      resourceId: row.resource_id,
      sequence: row.sequence,
      data: (JSON.parse(row.payload) as CommittedEvent).data,
    }));
}
