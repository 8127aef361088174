import { copyFileSync } from 'node:fs';

/** In the published package the bundled specification is beside the module that reads it. */
copyFileSync(new URL('../../spec/dist/openapi.json', import.meta.url), new URL('./dist/openapi.json', import.meta.url));
