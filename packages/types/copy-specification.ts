import { copyFileSync } from 'node:fs';

/** Published, the bundled specification lies beside the module that reads it. */
copyFileSync(new URL('../../spec/dist/openapi.json', import.meta.url), new URL('./dist/openapi.json', import.meta.url));
