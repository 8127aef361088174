import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

// Stack traces of the bundled server name its sources. Node.js would load all source maps at the start, which takes
// 30 MiB; here a map is only read when a stack trace needs it.

const place = /(file:\/\/\S+\/\.cache\/server\/\S+?\.js):(\d+):(\d+)/;
const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8'))));
  return maps.get(file);
}

function inSources(site) {
  return String(site).replace(place, (bundled, file, line, column) => {
    const { originalSource, originalLine, originalColumn } = mapOf(file).findEntry(line - 1, column - 1);
    if (originalSource === undefined) return bundled;
    return `${new URL(originalSource, file).href}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

Error.prepareStackTrace = (error, sites) => [error, ...sites.map((site) => `    at ${inSources(site)}`)].join('\n');
