import { expect, it } from 'vitest';
import { eachEngine, oneEngine, type Start } from '../../../test/each-engine.ts';
import {
  appCode,
  beginLogin,
  completeLogin,
  enrollApp,
  newEuropeanId,
  sca,
  wrongCode,
} from '../../../test/sca-customers.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';

const locks: [number, number | null][] = [
  [5, 15],
  [6, 30],
  [7, 60],
  [8, 24 * 60],
  [9, null],
];

async function scene(start: Start) {
  const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
  const customerId = await newEuropeanId(server);
  const { secret } = await enrollApp(server, customerId);
  await server.advance(minuteMs);
  const tryCode = async (code: string) => {
    await beginLogin(server, customerId, 'TOTP');
    return completeLogin(server, customerId, { factor: 'TOTP', code });
  };
  const miss = () => tryCode(wrongCode(server, secret));
  const hit = (steps = 0) => tryCode(appCode(server, secret, steps));
  const record = (eventType: string) => sca(server, 'record-event', customerId, { eventType });
  return { server, customerId, secret, miss, hit, record };
}

oneEngine('the authentication lockout', (start) => {
  it('lasts 15 min, 30 min, 1 h and 24 h after failed attempts 5 to 8, and has no end after the ninth', async () => {
    const { server, miss, hit } = await scene(start);
    for (let misses = 1; misses < 5; misses += 1) expect((await miss()).status).toBe(400);
    for (const [failedAttempts, minutes] of locks) {
      const answer = await miss();
      const lockedUntil = minutes === null ? null : plusMs(server.clock.now(), minutes * minuteMs);
      const details = { suspended: minutes === null, lockedUntil, failedAttempts };
      expect([answer.status, answer.body.code, answer.body.details]).toEqual([423, 'ACCOUNT_LOCKED', details]);
      const whileLocked = await hit();
      expect([whileLocked.status, whileLocked.body.details]).toEqual([423, details]);
      await server.advance((minutes ?? 365 * 24 * 60) * minuteMs - 1);
      expect((await hit()).status).toBe(423);
      await server.advance(1);
    }
    expect((await hit()).status).toBe(423);
  });

  it('ends with a password reset, which also ends the sessions and resets the count', async () => {
    const { server, customerId, miss, hit, record } = await scene(start);
    expect((await hit()).status).toBe(200);
    for (let misses = 0; misses < 5; misses += 1) await miss();
    expect((await hit(1)).status).toBe(423);
    const reset = await record('RESET_PASSWORD_COMPLETED');
    expect(reset.body).toEqual({
      eventType: 'RESET_PASSWORD_COMPLETED',
      suspended: false,
      lockedUntil: null,
      failedAttempts: 0,
    });
    const open = await server.deps.database.read((unit) =>
      unit.select((db) =>
        db
          .selectFrom('login_sessions')
          .select('ended_at')
          .where('customer_id', '=', customerId)
          .where('ended_at', 'is', null),
      ),
    );
    expect(open).toEqual([]);
    for (let misses = 1; misses < 5; misses += 1) expect((await miss()).status).toBe(400);
    expect((await hit(1)).status).toBe(200);
  });

  it('ends a suspension with a password reset and with nothing else', async () => {
    const { server, customerId, hit, record } = await scene(start);
    for (const [, minutes] of [...Array.from({ length: 4 }, () => [0, 0]), ...locks]) {
      await record('FAILED_LOGIN_ATTEMPT');
      await server.advance((minutes ?? 60) * minuteMs);
    }
    const suspended = { suspended: true, lockedUntil: null, failedAttempts: 9 };
    const tries = [
      hit,
      () => sca(server, 'login/start', customerId, { factor: 'SMS_OTP' }),
      () => completeLogin(server, customerId, { factor: 'SMS_OTP', code: '123456' }),
      () => record('FAILED_LOGIN_ATTEMPT'),
      () => sca(server, 'factors', customerId, { type: 'TOTP' }),
    ];
    for (const attempt of tries) {
      await attempt();
      const refused = await hit();
      expect([refused.status, refused.body.details]).toEqual([423, suspended]);
    }
    expect((await record('RESET_PASSWORD_COMPLETED')).body.suspended).toBe(false);
    expect((await hit()).status).toBe(200);
  });

  it('counts failed logins that the platform reports, and none while locked', async () => {
    const { miss, record } = await scene(start);
    for (let misses = 1; misses < 4; misses += 1) expect((await miss()).status).toBe(400);
    const fourth = await record('FAILED_LOGIN_ATTEMPT');
    expect(fourth.body).toEqual({
      eventType: 'FAILED_LOGIN_ATTEMPT',
      suspended: false,
      lockedUntil: null,
      failedAttempts: 4,
    });
    const fifth = await record('FAILED_LOGIN_ATTEMPT');
    expect([fifth.status, fifth.body.failedAttempts, fifth.body.lockedUntil]).toEqual([200, 5, expect.any(String)]);
    const sixth = await record('FAILED_LOGIN_ATTEMPT');
    expect([sixth.status, sixth.body.details.failedAttempts]).toEqual([423, 5]);
  });

  it('resets the count of failed attempts after a successful login', async () => {
    const { server, miss, hit } = await scene(start);
    for (let misses = 1; misses < 5; misses += 1) expect((await miss()).status).toBe(400);
    expect((await hit()).status).toBe(200);
    await server.advance(minuteMs);
    for (let misses = 1; misses < 5; misses += 1) expect((await miss()).status).toBe(400);
  });

  it('counts the failed attempts of each customer separately', async () => {
    const { server, miss } = await scene(start);
    for (let misses = 0; misses < 5; misses += 1) await miss();
    const other = await newEuropeanId(server);
    const answer = await sca(server, 'record-event', other, { eventType: 'FAILED_LOGIN_ATTEMPT' });
    expect([answer.status, answer.body.failedAttempts]).toEqual([200, 1]);
  });
});

eachEngine('the authentication lockout', (start) => {
  it('counts five of 100 parallel wrong codes and answers the rest with 423', async () => {
    const { server, customerId, secret } = await scene(start);
    await beginLogin(server, customerId, 'TOTP');
    const code = wrongCode(server, secret);
    const guesses = Array.from({ length: 100 }, () => completeLogin(server, customerId, { factor: 'TOTP', code }));
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(96);
    for (const { body } of answers.filter(({ status }) => status === 423)) expect(body.details.failedAttempts).toBe(5);
  });
});
