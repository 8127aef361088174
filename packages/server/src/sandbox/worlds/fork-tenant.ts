import type { SandboxForkRequest } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuseFields } from '../../operation/operation.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { allowsLoopback } from '../../platform/platforms/has-production.ts';
import type { CopiedFiles } from './copy-files.ts';
import { type CopySource, makeCopy, tooLarge } from './make-copy.ts';
import type { MadeWorld } from './make-world.ts';
import { refuseAnother } from './refuse-another.ts';
import { termErrors, termsOf } from './world-request.ts';

type RefusalOfCopy = Refusal<'INVALID_INPUT' | 'FORBIDDEN' | 'CONFLICT' | 'WORLD_LIMIT_REACHED' | 'WORLD_TOO_LARGE'>;

/** Makes a copy for the platform of the context: first what is wrong with the request, then whether it may, then how much. */
export async function forkTenant(
  context: WorkContext,
  body: SandboxForkRequest,
  source: CopySource,
  files: CopiedFiles | 'TOO_LARGE' | undefined,
): Promise<MadeWorld | RefusalOfCopy> {
  const { unit, tenant, deps } = context;
  const surroundings = { system: deps.clocks.system, allowsLoopback: await allowsLoopback(unit, deps) };
  const errors = termErrors(body, surroundings);
  if (errors.length > 0) return refuseFields(errors);
  const refused = await refuseAnother(unit, await findPlatform(unit, tenant));
  if (refused !== undefined) return refused;
  if (files === 'TOO_LARGE') return tooLarge();
  return makeCopy(context, { ...termsOf(body, surroundings), ...source, files });
}
