import { findSealedKey, openSigningKey } from '../../engines/outbox/keys.ts';
import { newTestEvent } from '../../engines/outbox/test-event.ts';
import { type ExternalHandler, type Refusal, refuse } from '../../operation/operation.ts';
import { endpointNotSet } from '../../platform/events/event-view.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';

/** The longest part of the endpoint's response that is shown. */
const longestShownBody = 10_000;

/** The service stopped this attempt, so it says nothing about the endpoint. */
const brokenOff: Refusal<'SERVICE_UNAVAILABLE'> = {
  ...refuse(
    'SERVICE_UNAVAILABLE',
    'The service stopped the test, which says nothing about the endpoint. Repeat the request after the seconds in Retry-After.',
  ),
  retryAfterSeconds: 2,
};

/** Sends one TEST event now and shows the endpoint's response. Nothing is stored or retried. */
export const sendTestWebhook: ExternalHandler<'sendTestWebhook'> = async ({ tenant, now, deps }) => {
  const { endpoint, key } = await deps.database.read(async (unit) => ({
    endpoint: (await findPlatform(unit, tenant)).webhook_endpoint,
    key: openSigningKey(await findSealedKey(unit, tenant), deps.sealer),
  }));
  if (endpoint === null) return endpointNotSet();
  const { payload } = newTestEvent({ now, deps });
  const answer = await deps.send({ endpoint, body: payload, key });
  if (answer.statusCode === null && answer.isBrokenOff === true) return brokenOff;
  if (answer.statusCode === null) {
    return refuse(
      'WEBHOOK_DELIVERY_ERROR',
      `The endpoint did not respond: ${answer.error}. Check that it is up and reachable.`,
      { url: endpoint },
    );
  }
  return {
    status: 200,
    body: { url: endpoint, response_status: answer.statusCode, response_body: answer.body.slice(0, longestShownBody) },
  };
};
