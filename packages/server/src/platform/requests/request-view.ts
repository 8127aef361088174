import type { ApiRequest } from '@payments-platform/types';
import type { KeptRequest } from './request-batch.ts';

export function viewRequest({ keyDigest: _, ...request }: KeptRequest): ApiRequest {
  return request;
}
