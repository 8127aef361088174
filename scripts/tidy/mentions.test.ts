import { describe, expect, it } from 'vitest';
import { missingCommands, missingPaths, pathsOf } from './mentions.ts';
import { readRepository, type WrittenFile } from './source-tree.ts';

const files = readRepository();

/** A file that does not exist, to show that the rule finds it. */
function written(path: string, text: string): WrittenFile {
  return { path, text };
}

describe('documents and comments', () => {
  it('name only paths that exist', () => {
    const reasons = {
      'CHANGES.md': 'part of a release',
      'release.json': 'part of a release',
      'dist/<version>-released-<day>/': 'a release',
      'docs/site': 'built',
      'docs/site/': 'built',
      'docs/site/index.html': 'built',
      'docs/screenshots': 'built',
      'ipaddr.js': 'a package',
      'payments/stablecoins': 'a room that an example makes',
    };
    const paths = pathsOf();
    // This file contains comments that mention files that do not exist.
    const others = files.filter(({ path }) => path !== 'scripts/tidy/mentions.test.ts');
    expect(missingPaths(others, paths, reasons)).toEqual([]);
    const document = written(
      'docs/a.md',
      'See `packages/server/src/gone.ts`, `spec/errors/<CODE>.yaml`, `spec/gone/`.',
    );
    const comment = written(
      'packages/server/src/a.ts',
      '/** As in ground/money/gone.ts and `text/plain`. */\nconst a = `b/c.ts`; // Not `gone.md`',
    );
    const history = written('packages/cli/CHANGELOG.md', '- `payments` reads `gone.json`.');
    expect(missingPaths([document, comment, history], paths, {})).toEqual([
      'docs/a.md: packages/server/src/gone.ts does not exist',
      'docs/a.md: spec/gone/ does not exist',
      'packages/server/src/a.ts: ground/money/gone.ts does not exist',
      'packages/server/src/a.ts: gone.md does not exist',
    ]);
  });

  it('name only commands that exist', () => {
    const text = files.find(({ path }) => path === 'package.json')?.text ?? '';
    const { scripts } = JSON.parse(text) as { readonly scripts: object };
    expect(missingCommands(files, Object.keys(scripts))).toEqual([]);
    const document = written(
      'README.md',
      '```sh\npnpm install && pnpm paint\nnpm run -s check\n```\nThen `npm run gone`.',
    );
    expect(missingCommands([document], ['check'])).toEqual([
      'README.md: there is no command paint',
      'README.md: there is no command gone',
    ]);
  });
});
