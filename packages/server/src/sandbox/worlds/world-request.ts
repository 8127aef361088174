import type { SandboxWorldCreateRequest } from '@payments-platform/types';
import type { ClockState } from '../../engines/due-work/timekeeper.ts';
import { refuseEndpoint } from '../../engines/outbox/endpoint-rules.ts';
import type { Clock } from '../../ground/clock/clock.ts';
import { dayMs, epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { readInstant, readOptionalInstant } from '../../ground/clock/read-instant.ts';
import { isCurrencyCode, type ListedCurrency } from '../../ground/money/currency.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { mergeRefusals, type Refusal, refuse, refuseFieldErrors } from '../../operation/operation.ts';

/** The default and the longest life of a world, in real time. */
const usualLifeMs = 7 * dayMs;
const longestLifeMs = 30 * dayMs;

const earliestStart: Instant = '2000-01-01T00:00:00.000Z';
const latestStart: Instant = '2100-01-01T00:00:00.000Z';

interface Surroundings {
  /** Real time. */
  readonly system: Clock;
  readonly allowsLoopback: boolean;
}

/** The fields of a request for a world, empty or copied. */
export interface WorldTerms {
  readonly name: string | null;
  readonly webhookEndpoint: string | null;
  readonly expiresMs: number;
}

export interface WorldRequest extends WorldTerms {
  readonly seed: string | null;
  /** Missing if the world has the time of the system. */
  readonly clock: ClockState | undefined;
  readonly skipsVerificationPaperwork: boolean | undefined;
  readonly currencies: readonly ListedCurrency[] | undefined;
}

/** Reads the initial settings of a world. Reports all wrong fields at once, then the currencies. */
export function readWorldRequest(
  body: SandboxWorldCreateRequest,
  surroundings: Surroundings,
): WorldRequest | Refusal<'INVALID_INPUT' | 'INVALID_CURRENCY'> {
  const refusal = mergeRefusals<'INVALID_INPUT' | 'INVALID_CURRENCY'>([
    refuseFieldErrors([...clockErrors(body.clock), ...termErrors(body, surroundings)]),
    refuseCurrencies(body.currencies ?? []),
  ]);
  if (refusal !== undefined) return refusal;
  return {
    ...termsOf(body, surroundings),
    seed: body.seed ?? null,
    clock: firstSetting(body.clock, surroundings.system),
    skipsVerificationPaperwork: body.skipsVerificationPaperwork,
    currencies: body.currencies?.filter(isCurrencyCode),
  };
}

function refuseCurrencies(codes: readonly string[]): Refusal<'INVALID_CURRENCY'> | undefined {
  const unknown = codes.filter((code) => !isCurrencyCode(code));
  if (unknown.length === 0) return undefined;
  const message = `A new world cannot have ${unknown.join(', ')}.`;
  return refuse('INVALID_CURRENCY', message, { errors: [{ field: 'currencies', message }] });
}

type Terms = Pick<SandboxWorldCreateRequest, 'name' | 'webhookEndpoint' | 'expiresAt'>;

export function termErrors(terms: Terms, { system, allowsLoopback }: Surroundings): FieldError[] {
  const errors: FieldError[] = [];
  const problem =
    terms.webhookEndpoint === undefined ? undefined : refuseEndpoint(terms.webhookEndpoint, allowsLoopback);
  if (problem !== undefined)
    errors.push({
      field: 'webhookEndpoint',
      message: `${problem} Send a public HTTPS address.`,
      constraint: { format: 'uri' },
    });
  const expiresAt = readOptionalInstant(terms.expiresAt);
  const lifeMs = expiresAt === undefined ? usualLifeMs : epochMsOf(expiresAt) - epochMsOf(system.now());
  if (lifeMs <= 0 || lifeMs > longestLifeMs)
    errors.push({ field: 'expiresAt', message: 'Send a future time, at most 30 days ahead in real time.' });
  return errors;
}

export function termsOf({ name, webhookEndpoint, expiresAt }: Terms, { system }: Surroundings): WorldTerms {
  return {
    name: name ?? null,
    webhookEndpoint: webhookEndpoint ?? null,
    expiresMs: expiresAt === undefined ? epochMsOf(system.now()) + usualLifeMs : epochMsOf(readInstant(expiresAt)),
  };
}

function clockErrors(clock: SandboxWorldCreateRequest['clock']): FieldError[] {
  const now = readOptionalInstant(clock?.now);
  if (now === undefined || (now >= earliestStart && now < latestStart)) return [];
  return [{ field: 'clock.now', message: 'Send a time from the year 2000 on and before 2100.' }];
}

function firstSetting(clock: SandboxWorldCreateRequest['clock'], system: Clock): ClockState | undefined {
  if (clock?.now === undefined && clock?.scale === undefined && clock?.isFrozen === undefined) return undefined;
  return {
    now: readOptionalInstant(clock.now) ?? system.now(),
    scale: clock.scale ?? 1,
    isFrozen: clock.isFrozen ?? false,
  };
}
