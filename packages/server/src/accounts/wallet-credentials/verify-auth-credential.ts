import { afterRequest, type Handler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { refuseTooMany } from './attempt-limits.ts';
import { checkIssuerSignature, type IssuerVerdict } from './check-identity-token.ts';
import { lockCredential } from './lock-credential.ts';
import { verifyCode } from './verify-code.ts';
import { verifyIdentity } from './verify-identity.ts';
import { verifyPasskey } from './verify-passkey.ts';

export const verifyAuthCredential: Handler<'verifyAuthCredential'> = afterRequest(
  async ({ input: { body }, deps }) => (body.type === 'OAUTH' ? checkIssuerSignature(deps, body.oidcToken) : undefined),
  async (call, verdict: IssuerVerdict = 'NOT_SIGNED') => {
    const { body, path } = call.input;
    const credential = await lockCredential(call, path.id);
    if (isRefusal(credential)) return credential;
    if (credential.type !== body.type)
      return refuseFields([
        {
          field: 'type',
          message: `The credential is of type ${credential.type}. Send that type.`,
          constraint: { enum: [credential.type] },
        },
      ]);
    const tooMany = refuseTooMany(credential, call.now);
    if (tooMany !== undefined) return tooMany;
    if (body.type === 'PASSKEY') return verifyPasskey(call, credential, body.assertion);
    if (body.type === 'OAUTH') return verifyIdentity(call, credential, { ...body, verdict });
    return verifyCode(call, credential, body.encryptedOtpBundle);
  },
);
