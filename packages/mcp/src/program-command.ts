/** The command that runs this program: of a clone of the repository, or of the published package. */
export const programCommand = import.meta.url.endsWith('.ts')
  ? 'node_modules/.bin/node packages/mcp/src/main.ts'
  : 'npx @payments-platform/mcp';
