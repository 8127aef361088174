import type { Manifest } from '../../operation/manifest.ts';
import { signedRequestSweep } from './signed-requests-repository.ts';

export const manifest = { dueWork: [signedRequestSweep] } satisfies Manifest;
