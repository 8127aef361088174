import { Buffer } from 'node:buffer';
import type { EmbeddedWalletConfig } from '@payments-platform/types';
import type { Message, MessageSender } from '../../engines/messages/messages.ts';
import { queueMessage } from '../../engines/messages/queue-message.ts';
import { writeTargetBundle } from '../../engines/wallet-crypto/one-time-code-bundle.ts';
import { drawKeyPair } from '../../engines/wallet-crypto/p256.ts';
import { serviceKey } from '../../engines/wallet-crypto/service-key.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { saveCode } from './credentials-repository.ts';
import type { CredentialRow } from './tables.ts';

const initialLength = 6;
const initialLifeSeconds = 300;
const initialSender = 'Notifications';

/** The stored form of a code. It is valid for one credential only. */
export function walletCodeDigest({ deps, tenant }: WorkContext, credentialId: string, code: string): string {
  return deps.sealer.digest(JSON.stringify(['wallet code', tenant, credentialId, code]));
}

/**
 * Sends a new code to the credential's contact and replaces the previous one. Returns the bundle to which a device
 * seals it.
 */
export async function sendWalletCode(context: WorkContext, credential: CredentialRow): Promise<string> {
  const { unit, tenant, now, deps } = context;
  requireAdapter(deps.messages);
  const { embedded_wallet_config: config, environment } = await findPlatform(unit, tenant);
  const wanted: EmbeddedWalletConfig = config === null ? {} : readJson(config);
  const { appName, otpLength, alphanumeric, expirationSeconds } = wanted;
  const code = deps.rules.newWalletCode(deps.random, {
    length: otpLength ?? initialLength,
    hasLetters: alphanumeric === true,
  });
  const target = drawKeyPair(deps.random);
  const expiresAt = plusMs(now, (expirationSeconds ?? initialLifeSeconds) * secondMs);
  saveCode(unit, {
    tenant,
    credential_id: credential.id,
    code_digest: walletCodeDigest(context, credential.id, code),
    target_key: Buffer.from(target.scalar).toString('hex'),
    wrong_attempts: 0,
    expires_at: expiresAt,
  });
  const app = appName === undefined || appName === '' ? '' : ` for ${appName}`;
  const text = `Your code${app} is ${code}. Never share it with anyone.`;
  const content = { to: credential.nickname, text };
  const isEmail = credential.type === 'EMAIL_OTP';
  const message: Message = isEmail
    ? { channel: 'EMAIL', ...content, sender: senderOf(wanted) }
    : { channel: 'SMS', ...content };
  queueMessage(context, message, expiresAt);
  return writeTargetBundle(target, serviceKey(deps.sealer, environment));
}

/** An empty setting counts as not set. */
function senderOf({
  sendFromEmailSenderName: name,
  sendFromEmailAddress: address,
  replyToEmailAddress: replyTo,
  logoUrl,
}: EmbeddedWalletConfig): MessageSender {
  return {
    name: name || initialSender,
    ...(address && { address }),
    ...(replyTo && { replyTo }),
    ...(logoUrl && { logoUrl }),
  };
}
