import { createHostedPage } from '../../engines/hosted-pages/create-hosted-page.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { dayMs, type Instant, plusMs, secondsUntil } from '../../ground/clock/instant.ts';
import { type Handler, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { resetLifeMs } from './factor-reset.ts';
import { insertReset, startsSince } from './factor-resets-repository.ts';
import { namesOf, readAuthentication } from './factors.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { readLockoutForUpdate } from './lockout.ts';
import { notEnrolled } from './start-sca-login.ts';

/** How many resets a customer may start within 24 hours. */
const mostResets = 5;

export const startTwoFactorReset: Handler<'startTwoFactorReset'> = async (call) => {
  const { input, unit, tenant, now, deps } = call;
  const { factor } = input.body;
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  const customerId = customer.id;
  if (factor !== 'SMS_OTP' && !namesOf((await readAuthentication(call, customerId)).factors).includes(factor))
    return notEnrolled;
  // Concurrent starts of one customer run one after another, so that each is counted.
  await readLockoutForUpdate(call, customerId);
  const [oldest, ...others] = await startsSince(unit, { tenant, customerId, since: plusMs(now, -dayMs) });
  if (oldest !== undefined && others.length + 1 >= mostResets) return tooMany(oldest, now);

  const id = deps.ids.next('FactorReset').slice('FactorReset:'.length);
  const expiresAt = plusMs(now, resetLifeMs);
  insertReset(unit, {
    tenant,
    id,
    customer_id: customerId,
    factor,
    status: mustMove('factor-reset', null, 'START').to,
    enrollment_status: null,
    review_ends_at: null,
    review_passes: null,
    created_at: now,
    expires_at: expiresAt,
    completed_at: null,
  });
  const { url } = createHostedPage(call, { purpose: 'FACTOR_RESET', subjectId: id, customerId, expiresAt });
  return { status: 201, body: { resetId: id, livenessAccessToken: null, verificationLink: url, expiresAt } };
};

function tooMany(oldest: Instant, now: Instant): Refusal<'RATE_LIMITED'> {
  const retryAfterSeconds = secondsUntil(plusMs(oldest, dayMs), now);
  const reason = `This customer has started ${mostResets} factor resets in the last 24 hours. Wait before starting another.`;
  return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds };
}
