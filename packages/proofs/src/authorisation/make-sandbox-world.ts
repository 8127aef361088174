import type { TestServer } from '../../../server/test/test-server.ts';
import type { Kind } from './names.ts';

/** A sandbox world of the platform; production has none. */
export async function makeSandboxWorld(server: TestServer, tag: string): Promise<Readonly<Record<Kind, unknown>>> {
  const { body } = await server.request('POST', '/sandbox/worlds', { name: `${tag} world` });
  return { World: body.id };
}
