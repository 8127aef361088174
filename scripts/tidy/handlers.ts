import { isTest, type WrittenFile } from './source-tree.ts';

/** `createQuote` lives in `create-quote.ts`. */
export function handlerFile(operationId: string): string {
  return `${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

/** Operations without exactly one handler file that exports them by their name. */
export function handlerProblems(files: readonly WrittenFile[], operationIds: readonly string[]): string[] {
  return operationIds.flatMap((operationId) => {
    const name = handlerFile(operationId);
    const found = files.filter(({ path }) => path.startsWith('packages/server/src/') && path.endsWith(`/${name}`));
    const [only] = found;
    if (only === undefined || found.length > 1)
      return [`${operationId} has ${found.length} files called ${name}; it needs one`];
    return only.text.includes(`export const ${operationId}:`) ? [] : [`${only.path} does not export ${operationId}`];
  });
}

/** The method and path of an operation. */
export interface Served {
  readonly method: string;
  readonly path: string;
}

function isForTests(file: WrittenFile): boolean {
  return isTest(file) || /^packages\/(contract-tests\/src|server\/test)\//.test(file.path);
}

/** A call of the client, `GET('/quotes/{quoteId}'`, or of a test server, `'GET', `/quotes/${id}``. */
function callOf({ method, path }: Served): RegExp {
  const steps = path.split(/\{\w+\}/);
  return new RegExp(`\\b${method}(?:\\(|',)\\s*['"\`]${steps.join('\\$?\\{[^}]+\\}')}['"\`?]`);
}

/** Operations without a test: none has the file name, the operationId or a call. */
export function untested(files: readonly WrittenFile[], operations: Readonly<Record<string, Served>>): string[] {
  const tests = files.filter(isForTests);
  const names = Object.entries(operations).filter(([operationId, served]) => {
    const testFile = handlerFile(operationId).replace(/\.ts$/, '.test.ts');
    const mention = new RegExp(`\\b${operationId}\\b|${callOf(served).source}`);
    return !tests.some(({ path, text }) => path.endsWith(`/${testFile}`) || mention.test(text));
  });
  return names.map(([operationId]) => `no test names ${operationId}`);
}
