import type { Manifest } from '../../operation/manifest.ts';
import { dueEarlierRequests } from './earlier-requests.ts';
import { getRequestById } from './get-request-by-id.ts';
import { listRequests } from './list-requests.ts';
import { dueRequestSweep } from './removed-requests.ts';
import { requestSource } from './request-source.ts';

export const manifest = {
  operations: { getRequestById, listRequests },
  dueWork: [dueRequestSweep, dueEarlierRequests],
  feedSources: [requestSource],
} satisfies Manifest;
