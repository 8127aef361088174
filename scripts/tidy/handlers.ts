import { isTest, type WrittenFile } from './source-tree.ts';

/** `createQuote` lives in `create-quote.ts`. */
export function handlerFile(operationId: string): string {
  return `${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

/** Operations without exactly one handler file that exports them by their name. */
export function handlersAmiss(files: readonly WrittenFile[], operationIds: readonly string[]): string[] {
  return operationIds.flatMap((operationId) => {
    const name = handlerFile(operationId);
    const found = files.filter(({ path }) => path.startsWith('packages/server/src/') && path.endsWith(`/${name}`));
    const [only] = found;
    if (only === undefined || found.length > 1)
      return [`${operationId} has ${found.length} files called ${name}; it needs one`];
    return only.text.includes(`export const ${operationId}:`) ? [] : [`${only.path} does not export ${operationId}`];
  });
}

/** Operations that no test names, neither in its text nor by the name of its file. */
export function untested(files: readonly WrittenFile[], operationIds: readonly string[]): string[] {
  const tests = files.filter(isTest);
  return operationIds
    .filter((operationId) => {
      const testFile = handlerFile(operationId).replace(/\.ts$/, '.test.ts');
      const word = new RegExp(`\\b${operationId}\\b`);
      return !tests.some(({ path, text }) => path.endsWith(`/${testFile}`) || word.test(text));
    })
    .map((operationId) => `no test names ${operationId}`);
}
