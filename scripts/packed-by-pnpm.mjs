// `prepack` of the published packages. pnpm applies `publishConfig` to the manifest, so that it points to the build. npm
// does not, and its package would point to sources that it does not contain.
import { existsSync } from 'node:fs';

const isByPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/') === true;
if (!isByPnpm || !existsSync('dist')) {
  const why = isByPnpm ? 'There is no dist here yet.' : 'Only pnpm can create a working package from this folder.';
  process.stderr.write(`${why} In the root: npm run build. Then here: ../../node_modules/.bin/pnpm pack\n`);
  process.exitCode = 1;
}
