/** The command that starts a sandbox on this machine: of a clone of the repository, or of the published package. */
export const startCommand = import.meta.url.endsWith('.ts')
  ? 'npm start'
  : 'npx -p @payments-platform/server payments-sandbox';
