// `prepack` of the published packages. pnpm puts `publishConfig` into the manifest, so that it names what was built; npm
// leaves it, and its package would name sources that are not in it.
import { existsSync } from 'node:fs';

const isByPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/') === true;
if (!isByPnpm || !existsSync('dist')) {
  const why = isByPnpm ? 'There is no dist here yet.' : 'Only pnpm makes a package that works of this folder.';
  process.stderr.write(`${why} In the root: npm run build. Then here: ../../node_modules/.bin/pnpm pack\n`);
  process.exitCode = 1;
}
