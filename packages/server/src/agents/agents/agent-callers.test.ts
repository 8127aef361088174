import { operationTable } from '@payments-platform/types';
import { expect, it } from 'vitest';
import {
  callerWith,
  connectAgent,
  everyPermission,
  makeAgent,
  newConnectedAgent,
  policyWith,
} from '../../../test/agents.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { approveLaunch, recordEvidence } from '../../platform/production-approval/production-approval.ts';

oneEngine('an agent as caller', (start) => {
  it('reads itself with its access token, and with no other credentials', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const agent = await newConnectedAgent(server, customerId);
    const { status, body } = await agent.request('GET', '/agents/me');
    expect(status).toBe(200);
    expect(body).toEqual((await server.request('GET', `/agents/${agent.agentId}`)).body);
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer gat_0123456789abcdef0123456789abcdef01234567',
      `Basic ${agent.accessToken}`,
      `Bearer ${agent.accessToken.slice(0, -1)}`,
      `Bearer ${agent.accessToken.toUpperCase()}`,
    ]) {
      const refused = await server.request('GET', '/agents/me', undefined, { authorization });
      expect([refused.status, refused.body.code, refused.headers['www-authenticate']]).toEqual([
        401,
        'UNAUTHORIZED',
        'Bearer realm="payments"',
      ]);
    }
    // A token of the platform is not a token of an agent.
    expect((await server.request('GET', '/agents/me')).status).toBe(401);
  });

  it('is refused with 401 by every operation for platforms', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const agent = await newConnectedAgent(server, customerId);
    const others = Object.values(operationTable).filter(
      ({ security }) => (security as readonly string[])[0] === 'BasicAuth',
    );
    expect(others.length).toBeGreaterThan(100);
    for (const { method, path } of others) {
      const { status, headers } = await agent.request(method, path.replaceAll(/\{\w+\}/g, agent.agentId));
      expect([path, status, headers['www-authenticate']]).toEqual([path, 401, 'Basic realm="payments"']);
    }
  });

  it('only reads itself while it is paused', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const agent = await newConnectedAgent(server, customerId);
    await server.request('PATCH', `/agents/${agent.agentId}`, { isPaused: true });
    expect((await agent.request('GET', '/agents/me')).body.isPaused).toBe(true);
    const others = Object.values(operationTable).filter(
      ({ security, path }) => (security as readonly string[])[0] === 'AgentAuth' && path !== '/agents/me',
    );
    expect(others.length).toBeGreaterThanOrEqual(12);
    for (const { method, path } of others) {
      const { status, body } = await agent.request(method, path.replaceAll(/\{\w+\}/g, agent.agentId));
      expect([path, status, body.code]).toEqual([path, 403, 'FORBIDDEN']);
    }
    await server.request('PATCH', `/agents/${agent.agentId}`, { isPaused: false });
    expect((await agent.request('GET', '/agents/me')).body.isPaused).toBe(false);
  });

  it('only reads itself while its platform is not approved for production', async () => {
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
    const customerId = await newCustomerId(server);
    const agent = await newConnectedAgent(server, customerId);
    expect((await agent.request('GET', '/agents/me/transactions')).status).toBe(200);
    const evidence = {
      screenshot: { fileKey: `${server.tenant}/consent`, name: 'consent.png', sizeBytes: 1, sha256: '' },
      tracking: 'user id, time and version in our audit table',
      termsVersion: 'V1',
      recordedAt: server.clock.now(),
    };
    await server.deps.database.transaction(async (unit) => recordEvidence(unit, server.tenant, evidence));
    expect((await server.request('GET', '/agents')).body.code).toBe('FORBIDDEN');
    expect((await agent.request('GET', '/agents/me')).status).toBe(200);
    const others = Object.values(operationTable).filter(
      ({ security, path }) => (security as readonly string[])[0] === 'AgentAuth' && path !== '/agents/me',
    );
    for (const { method, path } of others) {
      const { status, body } = await agent.request(method, path.replaceAll(/\{\w+\}/g, agent.agentId));
      expect([path, status, body.code]).toEqual([path, 403, 'FORBIDDEN']);
    }
    await server.deps.database.transaction((unit) => approveLaunch(unit, server.tenant, server.clock.now()));
    expect((await agent.request('GET', '/agents/me/transactions')).status).toBe(200);
  });

  it('requires one of the permissions of the operation', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const limited = Object.values(operationTable).filter(({ agentPermissions }) => (agentPermissions ?? []).length > 0);
    expect(limited.length).toBeGreaterThanOrEqual(9);
    for (const { method, path, agentPermissions } of limited) {
      const needed: readonly string[] = agentPermissions ?? [];
      const askWith = async (permissions: readonly string[]) => {
        const agent = await newConnectedAgent(server, customerId, { ...policyWith(), permissions });
        return agent.request(method, path.replaceAll(/\{\w+\}/g, agent.agentId));
      };
      const { status, body } = await askWith(everyPermission.filter((permission) => !needed.includes(permission)));
      expect([path, status, body.code]).toEqual([path, 403, 'FORBIDDEN']);
      expect(body.reason).toContain(needed.join(' or '));
      for (const permission of needed) {
        const allowed = await askWith([permission]);
        expect([path, permission, allowed.status]).toEqual([path, permission, expect.toBeOneOf([200, 400, 404])]);
      }
    }
  });

  it('is identified by its access token alone', async () => {
    const [server, stranger] = [await start(), await start()];
    const { customerId } = await makeSender(server, 'USD', 0);
    const agent = await connectAgent(server, await makeAgent(server, customerId));
    // Both servers share the database, like two processes of one service.
    const { body } = await callerWith(stranger, agent.accessToken).request('GET', '/agents/me');
    expect(body.id).toBe(agent.agentId);
  });
});

eachEngine('an agent as caller', (start) => {
  it('is refused with 401 as soon as it is deleted', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const agent = await newConnectedAgent(server, customerId);
    await server.request('DELETE', `/agents/${agent.agentId}`);
    expect((await agent.request('GET', '/agents/me')).status).toBe(401);
  });
});
