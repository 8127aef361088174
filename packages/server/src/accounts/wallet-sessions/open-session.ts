import type { AuthMethodType, AuthSession } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import { drawKeyPair, type PublicKey } from '../../engines/wallet-crypto/p256.ts';
import { writeSessionKeyBundle } from '../../engines/wallet-crypto/session-key-bundle.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { viewSession } from './session-view.ts';
import type { SessionRow } from './tables.ts';

const lifeMs = 15 * minuteMs;

/** The wallet and the credential with which the customer signed in. */
export interface SignedInWith {
  readonly accountId: string;
  readonly credentialId: string;
  readonly type: AuthMethodType;
  readonly nickname: string;
  readonly passkeyId: string | null;
}

/** The key of a session: the device's own, or a new one that is sealed to the device's key. */
export type SessionKey =
  | { readonly kept: 'BY_DEVICE'; readonly key: PublicKey }
  | { readonly kept: 'SEALED_TO'; readonly key: PublicKey };

/**
 * A compressed key means that the device holds the key of the session; an uncompressed one, that it is created here.
 */
export function sessionKeyOf(clientPublicKey: string, key: PublicKey): SessionKey {
  return { kept: clientPublicKey.startsWith('04') ? 'SEALED_TO' : 'BY_DEVICE', key };
}

/** Opens a session. Existing sessions of the customer stay open. */
export async function openSession(
  context: WorkContext,
  signedIn: SignedInWith,
  { kept, key }: SessionKey,
  trigger: 'VERIFY' | 'REFRESH',
): Promise<AuthSession> {
  const { unit, tenant, now, deps } = context;
  const made = kept === 'SEALED_TO' ? drawKeyPair(deps.random) : undefined;
  const row: SessionRow = {
    tenant,
    id: deps.ids.next('Session'),
    account_id: signedIn.accountId,
    credential_id: signedIn.credentialId,
    type: signedIn.type,
    nickname: signedIn.nickname,
    passkey_id: signedIn.passkeyId,
    public_key: (made ?? key).compressed,
    status: mustMove('auth-session', null, trigger).to,
    created_at: now,
    updated_at: now,
    expires_at: plusMs(now, lifeMs),
  };
  unit.insert('wallet_sessions', [row]);
  return viewSession(row, made && (await writeSessionKeyBundle(key, made, deps.random)));
}
