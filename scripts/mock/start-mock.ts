import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import type { Specification } from '../../packages/types/src/specification.ts';

export interface Mock {
  readonly baseUrl: string;
  close(): Promise<void>;
}

function basePathOf(specification: Specification): string {
  const url = specification.servers?.[0]?.url;
  return url === undefined ? '' : new URL(url).pathname.replace(/\/$/, '');
}

/** Prism ignores the path of a server, so the paths carry it themselves. */
function withBasePath(specification: Specification, basePath: string): object {
  const paths = Object.entries(specification.paths).map(([path, item]) => [`${basePath}${path}`, item]);
  return { ...specification, paths: Object.fromEntries(paths) };
}

/**
 * Prism takes the first example of a schema before the examples of the operation, unless the media
 * object has a member called `example`, whatever it holds.
 */
function withExamplesOfOperations(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withExamplesOfOperations);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withExamplesOfOperations(value)]));
  const isMediaObject = 'schema' in copy && 'examples' in copy && !Array.isArray(copy['examples']);
  return isMediaObject ? { ...copy, example: undefined } : copy;
}

// Prism rejects with the text of the error, not with the error.
function isPortTaken(failure: unknown): boolean {
  return String(failure).includes('EADDRINUSE');
}

/** Starts Prism in this process. It reads the examples of the specification and keeps nothing between requests. */
export async function startMock(specification: Specification, port: number): Promise<Mock> {
  const basePath = basePathOf(specification);
  const operations = await getHttpOperationsFromSpec(
    withExamplesOfOperations(withBasePath(specification, basePath)) as object,
  );
  const server = createServer(operations, {
    cors: false,
    components: { logger: createLogger('MOCK', { level: 'silent' }) },
    config: {
      isProxy: false,
      mock: { dynamic: false },
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      upstreamProxy: undefined,
    },
  });
  try {
    const address = await server.listen(port, '127.0.0.1');
    return { baseUrl: `${address}${basePath}`, close: () => server.close() };
  } catch (error) {
    throw isPortTaken(error) ? new Error(`Port ${port} is taken. Choose another one with --port.`) : error;
  }
}
