import { isCurrencyCode } from '../../ground/money/currency.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findPlatform, findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { allowsLoopback } from '../../platform/platforms/has-production.ts';
import { viewCreatedWorld } from './created-world-view.ts';
import { makeWorld } from './make-world.ts';
import { refuseAnother } from './refuse-another.ts';
import { readWorldRequest } from './world-request.ts';

export const createSandboxWorld: Handler<'createSandboxWorld'> = async ({ input: { body }, ...context }) => {
  const { unit, tenant, deps } = context;
  const request = readWorldRequest(body, {
    system: deps.clocks.system,
    allowsLoopback: await allowsLoopback(unit, deps),
  });
  if (isRefusal(request)) return request;
  const maker = await findPlatform(unit, tenant);
  const refused = await refuseAnother(unit, maker);
  if (refused !== undefined) return refused;
  const currencies = request.currencies ?? (await findPlatformCurrencies(unit, tenant)).filter(isCurrencyCode);
  const made = await makeWorld(context, {
    ...request,
    currencies,
    skipsVerificationPaperwork: request.skipsVerificationPaperwork ?? maker.skips_verification_paperwork === 1,
  });
  return { status: 201, body: viewCreatedWorld(made) };
};
