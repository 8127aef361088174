import type { ApiRequest } from '@payments-platform/types';
import type { KeptRequest } from './request-marks.ts';

export function viewRequest({ keyDigest: _, ...request }: KeptRequest): ApiRequest {
  return request;
}
