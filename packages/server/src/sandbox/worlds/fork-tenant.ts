import type { SandboxForkRequest } from '@payments-platform/types';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { allowsLoopback } from '../../platform/platforms/has-production.ts';
import { type CopiedFiles, copyFiles, discardFiles } from './copy-files.ts';
import { digestWeight, isTooLarge, mostRows } from './copy-rows.ts';
import { type CopySource, makeCopy } from './make-copy.ts';
import type { MadeWorld } from './make-world.ts';
import { refuseAnother } from './refuse-another.ts';
import { termErrors, termsOf, type WorldTerms } from './world-request.ts';

/** The result of copying a tenant's files ahead of its rows. */
export type FilesOfCopy = CopiedFiles | 'TOO_LARGE' | undefined;

type RefusalToCopy = Refusal<'INVALID_INPUT' | 'FORBIDDEN' | 'WORLD_LIMIT_REACHED' | 'WORLD_TOO_LARGE'>;

function tooLarge(): Refusal<'WORLD_TOO_LARGE'> {
  return refuse(
    'WORLD_TOO_LARGE',
    `There are more than ${mostRows} rows, of which each external account, payer and wallet credential counts as ${digestWeight}. Create the copy earlier, or from a world that contains only what the test needs.`,
  );
}

/**
 * Checks a request for a copy: first its fields, then whether another world is allowed, then the size of the source.
 */
async function acceptCopy(
  { unit, tenant, deps }: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>,
  body: SandboxForkRequest,
  { from }: Pick<CopySource, 'from'>,
): Promise<WorldTerms | RefusalToCopy> {
  const surroundings = { system: deps.clocks.system, allowsLoopback: await allowsLoopback(unit, deps) };
  const errors = termErrors(body, surroundings);
  if (errors.length > 0) return refuseFields(errors);
  const refused = await refuseAnother(unit, await findPlatform(unit, tenant));
  if (refused !== undefined) return refused;
  return (await isTooLarge(unit, from)) ? tooLarge() : termsOf(body, surroundings);
}

/**
 * Copies the files of a tenant ahead, if the copy would be accepted now. The unit repeats the checks, so it refuses
 * what is refused here.
 */
export async function copyFilesFirst(
  { tenant, deps }: Pick<WorkContext, 'tenant' | 'deps'>,
  body: SandboxForkRequest,
  source: Pick<CopySource, 'from'>,
): Promise<FilesOfCopy> {
  const accepted = await deps.database.read((unit) => acceptCopy({ unit, tenant, deps }, body, source));
  return isRefusal(accepted) ? undefined : copyFiles(deps, source.from);
}

/** Creates a copy for the platform of the context. */
export async function forkTenant(
  context: WorkContext,
  body: SandboxForkRequest,
  source: CopySource,
  files: FilesOfCopy,
): Promise<MadeWorld | RefusalToCopy | Refusal<'CONFLICT'>> {
  const terms = await acceptCopy(context, body, source);
  if (isRefusal(terms)) return terms;
  if (files === 'TOO_LARGE') return tooLarge();
  return makeCopy(context, { ...terms, ...source, files });
}

/** Removes the files of an abandoned copy. */
export async function discardCopied({ deps }: { readonly deps: Deps }, files: FilesOfCopy): Promise<void> {
  if (files !== undefined && files !== 'TOO_LARGE') await discardFiles(deps, files);
}
