import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { readWhole, runUntilSignal, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import { arrivalTimes, type Spacing, spacings } from './arrivals.ts';
import { findLimit, type Trial } from './find-limit.ts';
import type { Measured } from './measured.ts';
import { isAccountId, isPayeeId, pay, type Route, steps } from './pay.ts';
import { report, shownMs } from './picture.ts';
import { interrupted, runLoad } from './run-load.ts';
import type { StopRules } from './stop-rules.ts';
import { svgPicture } from './svg-picture.ts';
import { reachTarget, type Target } from './target.ts';

const help = `Usage: pnpm load --url ADDRESS --rate NUMBER [flags]

Makes real payments at a service, at planned times, and shows their durations: a quote, its execution and a read of
the transaction, each through the published client, without retries. The duration of a payment starts at its planned
time, so the pauses of a service are fully counted. In a sandbox the paying customers are created first. Ctrl-C ends
the test and shows the results so far.

  --url ADDRESS             address of the service, such as http://127.0.0.1:4020
  --profile NAME            credentials of \`payments login\`; else those of PAYMENTS_TOKEN_ID and
                            PAYMENTS_TOKEN_SECRET, else those of a sandbox on this machine
  --data FOLDER             credentials of the sandbox with this data folder
  --rate NUMBER             payments that arrive each second (10)
  --duration SECONDS        length of the test, or of each rate that --find-limit tries (30)
  --arrivals NAME           constant, or poisson: random, like independent callers (constant)
  --seed NUMBER             the same seed gives the same times with poisson (1)
  --customers NUMBER        paying customers, in turn, each with one account; 1 tests a hot account (16)
  --from ID --to ID         pay from this internal to this external account, instead of creating customers
  --amount NUMBER           amount of each payment, in the smallest unit of the currency (10000)
  --settled                 a payment ends when the money has arrived, instead of after its execution
  --stop-at-p99 MS          end when p99 of the last five seconds is above it
  --stop-at-errors PERCENT  end when more of the payments of the last five seconds fail
  --find-limit              increase by half until a rate breaks a rule, then bisect: finds the highest sustained
                            rate. The default rules are p99 of 500 ms and 1 %
  --most-open NUMBER        maximum of open payments; further ones are not started and count as failed (2000)
  --timeout SECONDS         time limit for a response (30)
  --production              required for credentials of production
  --picture FILE            write latency by percentile as SVG
  --json                    end with one line on standard output
  --help                    show this text

Exit status: 0 if it completed or found the limit, 1 if it could not run, 2 if a rule ended it, 130 after Ctrl-C.
`;

const text = { type: 'string' } as const;
const given = { type: 'boolean' } as const;
const flags = {
  ...{ url: text, profile: text, data: text, rate: text, duration: text, arrivals: text, seed: text, customers: text },
  ...{ from: text, to: text, amount: text, settled: given, 'stop-at-p99': text, 'stop-at-errors': text },
  ...{ 'find-limit': given, 'most-open': text, timeout: text, production: given, picture: text, json: given },
  help: given,
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

function readPositive(flag: string, written: string | undefined, otherwise: number): number {
  const value = written === undefined ? otherwise : Number(written);
  if (Number.isFinite(value) && value > 0) return value;
  throw new UnusableFlag(`${flag} must be a number above 0, not "${written}".`);
}

function readRule(flag: string, written: string | undefined, otherwise: number): number | null {
  if (written !== undefined) return readPositive(flag, written, 0);
  return values['find-limit'] === true ? otherwise : null;
}

function readSpacing(written = 'constant'): Spacing {
  const spacing = spacings.find((name) => name === written);
  if (spacing === undefined) throw new UnusableFlag(`--arrivals must be ${spacings.join(' or ')}, not "${written}".`);
  return spacing;
}

function readRoute(): Route | undefined {
  const { from, to } = values;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined || !isAccountId(from) || !isPayeeId(to))
    throw new UnusableFlag(
      '--from must be InternalAccount:…, and --to ExternalAccount:… or InternalAccount:…, both together.',
    );
  return { accountId: from, payeeId: to };
}

function readPlan() {
  if (values.url === undefined && values.profile === undefined && values.data === undefined)
    throw new UnusableFlag('Give the address of the service: --url http://127.0.0.1:4020. --help shows the flags.');
  const errorPercent = readRule('--stop-at-errors', values['stop-at-errors'], 1);
  const rules: StopRules = {
    p99Ms: readRule('--stop-at-p99', values['stop-at-p99'], 500),
    errorShare: errorPercent === null ? null : errorPercent / 100,
  };
  return {
    rules,
    rate: readPositive('--rate', values.rate, 10),
    durationMs: readPositive('--duration', values.duration, 30) * 1000,
    spacing: readSpacing(values.arrivals),
    seed: readWhole('--seed', values.seed, 1, 0),
    customers: readWhole('--customers', values.customers, 16),
    amountMinor: readWhole('--amount', values.amount, 10_000),
    mostOpen: readWhole('--most-open', values['most-open'], 2000),
    timeoutMs: readPositive('--timeout', values.timeout, 30) * 1000,
    route: readRoute(),
  };
}

type Plan = ReturnType<typeof readPlan>;

function attemptLoad(plan: Plan, target: Target, rate: number, signal: AbortSignal): Promise<Measured> {
  const { durationMs, spacing, seed, amountMinor, mostOpen, timeoutMs, rules } = plan;
  const { client, routes } = target;
  return runLoad({
    ...{ durationMs, rules, mostOpen, patienceMs: timeoutMs, signal },
    arrivals: arrivalTimes({ rate, spacing, seed }),
    pay: (index, ended, onStep) => {
      const route = routes[index % routes.length];
      if (route === undefined) throw new Error('nobody pays');
      return pay(route, { client, amountMinor, untilSettled: values.settled === true, signal: ended, onStep });
    },
    onSecond: ({ elapsedMs, completed, failed, open, payment }) =>
      tell(
        `  ${Math.round(elapsedMs / 1000)} s  ${rate.toFixed(1)}/s  p50 ${shownMs(payment.percentile(50))}  p99 ${shownMs(payment.percentile(99))}  completed ${completed}  open ${open}  failed ${failed}`,
      ),
  });
}

const holds = ({ stopped, payment, failed, arrived }: Measured, { p99Ms, errorShare }: StopRules): boolean =>
  stopped === null &&
  (p99Ms === null || (payment.percentile(99) ?? 0) <= p99Ms) &&
  (errorShare === null || failed <= errorShare * arrived);

function figuresOf(rate: number, load: Measured) {
  const { elapsedMs, arrived, completed, failed, faults, payment, requests, lag, stopped } = load;
  return {
    ...{ rate, seconds: elapsedMs / 1000, arrived, completed, failed, faults: Object.fromEntries(faults), stopped },
    payment: payment.figures(),
    ...Object.fromEntries(steps.map((step) => [step, requests[step].figures()])),
    lag: lag.figures(),
  };
}

/** Shows a load in every requested format. */
function show(plan: Plan, target: Target, shown: Trial<Measured>, more: object): void {
  const { load, rate } = shown;
  if (values.picture !== undefined) {
    const title = `Payments at ${rate.toFixed(1)}/s, ${plan.spacing} arrivals: time by percentile`;
    const lines = steps.map((step) => [step, load.requests[step]] as const);
    writeFileSync(values.picture, svgPicture(title, [['payment', load.payment], ...lines]));
  }
  const { baseUrl, environment } = target;
  const { spacing, seed } = plan;
  if (values.json === true)
    process.stdout.write(
      `${JSON.stringify({ baseUrl, environment, spacing, seed, ...figuresOf(rate, load), ...more })}\n`,
    );
  else process.stdout.write(report(load));
  if (load.stopped !== null) tell(`Ended early: ${load.stopped}.`);
}

const isInterrupted = ({ stopped }: Measured): boolean => stopped === interrupted;

async function searchLimit(plan: Plan, target: Target, signal: AbortSignal): Promise<number> {
  let wasInterrupted = false;
  const { limit, trials } = await findLimit(plan.rate, async (rate) => {
    tell(`${rate.toFixed(1)} payments a second`);
    const load = await attemptLoad(plan, target, rate, signal);
    wasInterrupted = isInterrupted(load);
    if (wasInterrupted) return undefined;
    const isHeld = holds(load, plan.rules);
    tell(`  ${isHeld ? 'held' : `not held${load.stopped === null ? '' : `: ${load.stopped}`}`}`);
    return { rate, isHeld, load };
  });
  const best = trials.findLast(({ rate }) => rate === limit) ?? trials.at(-1);
  const tried = trials.map(({ rate, isHeld, load }) => ({ isHeld, ...figuresOf(rate, load) }));
  if (best !== undefined) show(plan, target, best, { limit, tried });
  tell(limit === null ? 'No rate was held.' : `Held: ${limit.toFixed(1)} payments a second.`);
  if (wasInterrupted) return 130;
  return limit === null ? 2 : 0;
}

await runUntilSignal('load', async (signal) => {
  const plan = readPlan();
  const target = await reachTarget(
    {
      ...plan,
      url: values.url,
      profile: values.profile,
      data: values.data,
      mayBeProduction: values.production === true,
    },
    { environment: process.env, folder: process.cwd() },
  );
  if (values['find-limit'] === true) return searchLimit(plan, target, signal);
  const load = await attemptLoad(plan, target, plan.rate, signal);
  show(plan, target, { rate: plan.rate, isHeld: true, load }, {});
  if (isInterrupted(load)) return 130;
  return load.stopped === null ? 0 : 2;
});
