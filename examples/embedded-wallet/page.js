import {
  createDeviceKey,
  createSessionKey,
  passkeyAssertion,
  passkeyAttestation,
  passkeyRequest,
  sealOneTimeCode,
  signedRetry,
} from '@payments-platform/client/wallet';

// The part on the customer's device: keys are created here and stay here. The backend, which has the API token, only
// forwards encrypted and signed data.

/** The session of this page, with its key. */
let signedIn;
/** The challenge for the next code. */
let challenge;

/** Sends one action to the backend of this page and returns the response of the API. */
async function ask(action, { header = {}, ...rest } = {}) {
  const answer = await fetch(`/api/${action}`, { method: 'POST', body: JSON.stringify({ header, ...rest }) });
  const data = answer.status === 204 ? undefined : await answer.json();
  return { data, response: { status: answer.status } };
}

function orThrow({ data, response }) {
  if (response.status >= 300) throw new Error(`${data.code}: ${data.reason}`);
  return data;
}

/** The current session with its key, which signs requests. */
function orSignIn() {
  if (signedIn === undefined) throw new Error('Sign in first.');
  return signedIn;
}

function signedRequest(action, body, rest = {}) {
  return signedRetry((header) => ask(action, { header, body, ...rest }), orSignIn().key).then(orThrow);
}

function enter(session, key) {
  signedIn = { session, key };
  document.getElementById('session').textContent = session.type;
  return `Signed in until ${new Date(session.expiresAt).toLocaleTimeString()}.`;
}

const actions = {
  async 'send-code'() {
    challenge = orThrow(await ask('send-code'));
    return `A code was sent to ${challenge.nickname}.`;
  },

  async 'sign-in-by-code'() {
    if (challenge === undefined) throw new Error('Request a code first.');
    const key = await createSessionKey();
    const code = document.getElementById('code').value;
    const { walletBundlePublicKey: signedBy } = orThrow(await ask('pinned-key'));
    const { otpEncryptionTargetBundle: targetBundle } = challenge;
    const bundle = await sealOneTimeCode({ targetBundle, code, key }, { signedBy });
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle: bundle };
    const proved = await signedRetry((header) => ask('verify', { header, id: challenge.id, body }), key);
    return enter(orThrow(proved), key);
  },

  async 'add-passkey'() {
    orSignIn();
    const options = orThrow(await ask('passkey-options'));
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = await navigator.credentials.create({ publicKey });
    const attestation = { ...passkeyAttestation(made), transports: made.response.getTransports() };
    await signedRequest('add-passkey', { nickname: 'This device', challenge: options.challenge, attestation });
    return 'This device can sign in with a passkey now.';
  },

  async 'sign-in-by-passkey'() {
    const key = await createSessionKey();
    const asked = orThrow(await ask('passkey-challenge', { body: { clientPublicKey: key.publicKey } }));
    const used = await navigator.credentials.get({ publicKey: passkeyRequest(asked) });
    const body = { type: 'PASSKEY', assertion: passkeyAssertion(used) };
    const header = { 'Request-Id': asked.requestId };
    return enter(orThrow(await ask('verify', { header, id: asked.id, body })), key);
  },

  async pay() {
    const { key } = orSignIn();
    const quote = orThrow(await ask('quote'));
    const wallet = quote.paymentInstructions.find(
      ({ accountOrWalletInfo }) => accountOrWalletInfo.accountType === 'EMBEDDED_WALLET',
    );
    const stamp = await key.stamp(wallet.accountOrWalletInfo.payloadToSign);
    const paid = orThrow(await ask('execute', { header: { 'Service-Wallet-Signature': stamp }, id: quote.id }));
    return `The payment is ${paid.status}.`;
  },

  async export() {
    // A key for this export only: data that is encrypted to it can only be decrypted on this page.
    const device = await createDeviceKey();
    const exported = await signedRequest('export', { clientPublicKey: device.publicKey });
    return device.openCredentials(exported.encryptedWalletCredentials);
  },

  async 'sign-out'() {
    await signedRequest('sign-out', undefined, { id: orSignIn().session.id });
    signedIn = undefined;
    document.getElementById('session').textContent = 'no';
    return 'Signed out.';
  },
};

const output = document.querySelector('output');
// A second click while the first one is running would pay twice.
let isBusy = false;
for (const [id, act] of Object.entries(actions)) {
  document.getElementById(id).addEventListener('click', async () => {
    if (isBusy) return;
    isBusy = true;
    output.textContent = '';
    try {
      output.textContent = await act();
    } catch (error) {
      output.textContent = `It did not work. ${error.message}`;
    } finally {
      isBusy = false;
    }
  });
}
