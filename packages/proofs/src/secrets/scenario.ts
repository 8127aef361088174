import { Buffer } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { formOf } from '../../../server/test/documents.ts';
import { sampleAccounts } from '../../../server/test/sample-accounts.ts';
import { answerWebhooks } from './answer-webhooks.ts';
import { invite } from './invite.ts';
import type { Marks } from './marks.ts';
import { openPages, proveCustomer, proveWallets, resetFactor, trustPayee } from './proving.ts';
import { code, type Payer, type Scene } from './scene.ts';
import { showCard } from './show-card.ts';
import { linkProvider } from './stablecoins.ts';
import { payFromWallet } from './wallet-cards.ts';
import { signInToWallet } from './wallets.ts';

const addressOf = (marks: Marks, of: string): object => ({
  line1: marks.add(`${of} address.line1`, `4711 ${of} Marked Street`),
  line2: marks.add(`${of} address.line2`, `Marked Floor ${of}`),
  city: marks.add(`${of} address.city`, `Marked City ${of}`),
  state: marks.add(`${of} address.state`, `Marked State ${of}`),
  postalCode: marks.add(`${of} address.postalCode`, `MRK ${of} Q7Z`.slice(0, 16)),
  country: 'DE',
});

async function makePayer({ caller, marks }: Scene): Promise<Payer> {
  const phoneNumber = marks.add('customer.phoneNumber', '+4915173910284');
  const customer = await caller.call('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    fullName: marks.add('customer.fullName', 'Markeda Payerova'),
    birthDate: marks.add('customer.birthDate', '1961-07-23'),
    nationality: 'DE',
    region: 'DE',
    idType: 'SSN',
    identifier: marks.add('customer.identifier', '817-45-3902'),
    email: marks.add('customer.email', 'payer.marked@mailbox.example'),
    phoneNumber,
    address: addressOf(marks, 'customer'),
    sourceOfFundsCategories: ['OTHER'],
    sourceOfFundsOtherDescription: marks.add('customer.sourceOfFunds', 'Marked sale of a vineyard'),
    endUserTermsConsent: {
      acceptedAt: '2025-01-01T00:00:00.000Z',
      ipAddress: marks.add('consent.ipAddress', '198.51.100.177'),
      termsVersion: 'V1',
      acceptanceMethod: 'CHECKBOX',
    },
  });
  for (const channel of ['email', 'phone']) {
    await caller.call('POST', `/customers/${customer.id}/verify-${channel}`);
    await caller.call('POST', `/customers/${customer.id}/verify-${channel}/confirm`, { code });
  }
  const { data } = await caller.call('GET', `/customers/internal-accounts?customerId=${customer.id}&limit=100`);
  const dollars = data.find(
    (account: { balance: { currency: { code: string } } }) => account.balance.currency.code === 'USD',
  ).id;
  await caller.call('POST', `/sandbox/internal-accounts/${dollars}/fund`, { amount: 1_000_000 });
  return { id: customer.id, umaAddress: customer.umaAddress, dollars };
}

async function issueTokens({ caller, marks }: Scene): Promise<void> {
  const { clientSecret } = await caller.call('POST', '/tokens', { name: 'marked', permissions: ['VIEW'] });
  marks.add('token.clientSecret', clientSecret);
  // All P-256 keys in PKCS #8 start like this.
  marks.add('webhook private key', 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg');
  marks.add('webhook private key in PEM', '-----BEGIN PRIVATE KEY-----');
}

/** A connected agent, whose code and access token are secrets, and one that is not connected. */
async function connectAgent({ caller, marks }: Scene, payer: Payer, payee: string): Promise<void> {
  const policy = {
    permissions: ['CREATE_TRANSFERS'],
    defaultExecutionMode: 'APPROVAL_REQUIRED',
    spendingLimits: { currency: 'USD', perTransactionLimit: 100 },
  };
  const newAgent = async () =>
    (await caller.call('POST', '/agents', { name: 'Marked agent', customerId: payer.id, policy })).deviceCode.code;
  marks.add('device code that waits', await newAgent());
  const deviceCode = marks.add('device code', await newAgent());
  const { accessToken } = await caller.call('POST', `/agents/device-codes/${deviceCode}/redeem`);
  marks.add('access token', accessToken);
  const bearer = { authorization: `Bearer ${accessToken}` };
  await caller.send('GET', '/agents/me', undefined, bearer);
  await caller.send('GET', '/config', undefined, bearer);
  const transfer = { source: { accountId: payer.dollars }, destination: { accountId: payee }, amount: 100 };
  const { body: action } = await caller.send('POST', '/agents/me/transfer-out', transfer, bearer);
  const reason = marks.add('action.rejectionReason', 'Marked bill that was paid by card');
  await caller.call('POST', `/agents/${action.agentId}/actions/${action.id}/reject`, { reason });
  await caller.send('GET', '/agents/me', undefined, { authorization: `Bearer ${accessToken}0` });
  await caller.send('POST', `/agents/device-codes/${deviceCode}/redeem`);
  await caller.send('POST', '/agents/device-codes/SERVICE-AGENT-AAAA-AAAA/redeem');
}

/** Fields of an account that identify its owner. */
const identifying = [
  'accountNumber',
  'address',
  'clabeNumber',
  'iban',
  'lightningAddress',
  'phoneNumber',
  'pixKey',
  'taxId',
  'vpa',
];

/** Creates an account of every kind; returns the one in US dollars. */
async function makeAccounts({ caller, marks }: Scene, payer: Payer): Promise<string> {
  const beneficiary = {
    beneficiaryType: 'INDIVIDUAL',
    fullName: marks.add('beneficiary.fullName', 'Markolina Payeesen'),
    birthDate: marks.add('beneficiary.birthDate', '1958-11-02'),
    email: marks.add('beneficiary.email', 'payee.marked@mailbox.example'),
    phoneNumber: marks.add('beneficiary.phoneNumber', '+4915173910377'),
    countryOfResidence: 'DE',
    address: addressOf(marks, 'payee'),
  };
  let payee = '';
  for (const { currency, accountInfo } of Object.values(sampleAccounts)) {
    const isBank = 'beneficiary' in accountInfo;
    const account = { ...accountInfo, ...(isBank && { beneficiary }) };
    const body = { customerId: payer.id, currency, accountInfo: account };
    const { status, body: made, text } = await caller.send('POST', '/customers/external-accounts', body);
    if (status !== 201) throw new Error(`${accountInfo.accountType}: ${text}`);
    if (accountInfo.accountType === 'USD_ACCOUNT') payee = made.id;
    for (const [field, value] of Object.entries(accountInfo)) {
      if (identifying.includes(field)) marks.add(`${accountInfo.accountType}.${field}`, value);
    }
  }
  const business = {
    beneficiaryType: 'BUSINESS',
    legalName: marks.add('business beneficiary.legalName', 'Markwerke Payee GmbH'),
    registrationNumber: marks.add('business beneficiary.registrationNumber', 'HRB-7391046'),
    taxId: marks.add('business beneficiary.taxId', 'DE739104655'),
    countryOfResidence: 'DE',
  };
  const accountNumber = marks.add('business account.accountNumber', '739104662811');
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '110000000', beneficiary: business };
  await caller.call('POST', '/customers/external-accounts', { customerId: payer.id, currency: 'USD', accountInfo });
  await caller.call('GET', `/receiver/external-account/${payee}`);
  return payee;
}

async function pay({ caller, marks }: Scene, payer: Payer, payee: string): Promise<void> {
  const quote = await caller.call('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: payer.dollars },
    destination: { destinationType: 'ACCOUNT', accountId: payee },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
    remittanceInformation: marks.add('quote.remittanceInformation', 'Marked invoice seven'),
  });
  await caller.call('POST', `/quotes/${quote.id}/execute`, {});
  await caller.call('POST', `/quotes/${quote.id}/authorize`, {
    code,
    endUserIpAddress: marks.add('authorize.endUserIpAddress', '198.51.100.179'),
  });
  const address = '$success.usd@sandbox.example.com';
  const looked = await caller.call('GET', `/receiver/uma/${encodeURIComponent(address)}?customerId=${payer.id}`);
  await caller.call('POST', '/quotes', {
    lookupId: looked.lookupId,
    source: { sourceType: 'ACCOUNT', accountId: payer.dollars },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: address },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
    senderCustomerInfo: { TAX_ID: marks.add('quote.senderCustomerInfo', 'marked-sender-739104') },
    immediatelyExecute: true,
  });
  const deposit = {
    accountId: payer.dollars,
    amount: 2_500,
    accountHolderName: marks.add('deposit.accountHolderName', 'Markus Depositor'),
    accountIdentifier: marks.add('deposit.accountIdentifier', '739104778120'),
    remittanceInformation: marks.add('deposit.remittanceInformation', 'Marked rent of May'),
  };
  await caller.call('POST', '/sandbox/deposits', deposit);
  await caller.call('GET', `/transactions?senderAccountIdentifier=${deposit.accountIdentifier}`);
}

async function receive({ caller, marks }: Scene, payer: Payer): Promise<void> {
  const decisions = [
    ['approve', { receiverCustomerInfo: { TAX_ID: marks.add('approve.receiverCustomerInfo', 'marked-receiver-73') } }],
    ['reject', { reason: marks.add('reject.reason', 'Marked suspicion of a clerk') }],
  ] as const;
  for (const [decision, body] of decisions) {
    const received = await caller.call('POST', '/sandbox/uma/receive', {
      senderUmaAddress: marks.add('UMA address of a payer', `$marked.${decision}@one.example.com`),
      customerId: payer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 7_500,
    });
    await caller.call('POST', `/transactions/${received.id}/${decision}`, body);
  }
}

async function verifyBusiness({ caller, marks }: Scene): Promise<void> {
  const { id: customerId } = await caller.call('POST', '/customers', {
    customerType: 'BUSINESS',
    address: addressOf(marks, 'business'),
    businessInfo: {
      legalName: marks.add('business.legalName', 'Markbau Holding AG'),
      registrationNumber: marks.add('business.registrationNumber', 'HRB-7391155'),
      taxId: marks.add('business.taxId', '73-9104888'),
      incorporatedOn: '2019-05-04',
      primaryContactLastName: marks.add('business.primaryContactLastName', 'Markfrauova'),
      country: 'DE',
    },
  });
  const owner = await caller.call('POST', '/beneficial-owners', {
    customerId,
    roles: ['UBO'],
    ownershipPercentage: 60,
    personalInfo: {
      firstName: marks.add('owner.firstName', 'Markannette'),
      lastName: marks.add('owner.lastName', 'Ownerbergson'),
      birthDate: marks.add('owner.birthDate', '1949-02-27'),
      email: marks.add('owner.email', 'owner.marked@mailbox.example'),
      phoneNumber: marks.add('owner.phoneNumber', '+4915173910488'),
      nationality: 'DE',
      address: addressOf(marks, 'owner'),
      idType: 'SSN',
      identifier: marks.add('owner.identifier', '817-45-3977'),
    },
  });
  const content = marks.add('document bytes', 'the marked face of a passport');
  const document = (fileName: string): FormData =>
    formOf({
      documentType: 'PASSPORT',
      country: 'DE',
      documentNumber: marks.add('document.documentNumber', 'MRK739104'),
      issuingAuthority: 'City of Berlin',
      documentHolder: owner.id,
      file: Buffer.from(`%PDF-1.7\n${content}`),
      fileName,
    });
  await caller.call('POST', '/documents', document(marks.add('document.fileName', 'marked-passport.pdf')));
  await caller.send('POST', '/documents', document('marked-passport.pdf'));
  await caller.send('POST', '/verifications', { customerId });
}

async function importRows({ caller, marks }: Scene): Promise<void> {
  const rows = [
    'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country',
    `,imported-1,INDIVIDUAL,${marks.add('row.fullName', 'Markrow Imported')},${marks.add('row.birthDate', '1947-09-13')},${marks.add('row.addressLine1', '9 Markrow Lane')},Berlin,BE,10115,DE`,
    `,imported-2,INDIVIDUAL,${marks.add('bad row.fullName', 'Markbad Refused')},${marks.add('bad row.birthDate', '1947-19-93')},,,,,DE`,
  ];
  const form = new FormData();
  form.append('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'customers.csv');
  const { jobId } = await caller.call('POST', '/customers/bulk/csv', form);
  for (let tries = 0; tries < 100; tries += 1) {
    const { status } = await caller.call('GET', `/customers/bulk/jobs/${jobId}`);
    if (status === 'COMPLETED') return;
    await sleep(50);
  }
  throw new Error('the import does not end');
}

/** Refusals repeat no value of the request, and values in queries are in no log. */
async function beRefused({ caller, marks }: Scene, payer: Payer): Promise<void> {
  const wrong = {
    customerType: 'INDIVIDUAL',
    fullName: 'Markeda Payerova',
    email: marks.add('refused email', 'marked mailbox at refused.example'),
    phoneNumber: marks.add('refused phone', 'marked 0151 7391 0500'),
    birthDate: marks.add('refused birthDate', '23 July of 1961'),
  };
  await caller.send('POST', '/customers', wrong);
  const accountInfo = {
    accountType: 'EUR_ACCOUNT',
    iban: marks.add('refused IBAN', 'DE00370400440532013777'),
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Markolina Payeesen' },
  };
  await caller.send('POST', '/customers/external-accounts', { customerId: payer.id, currency: 'EUR', accountInfo });
  await caller.send('GET', `/customers?limit=${marks.add('refused limit', 'marked-limit-of-a-list')}`);
  const authorization = `Basic ${Buffer.from(`marked:${marks.add('wrong secret', 'a-marked-and-wrong-secret')}`).toString('base64')}`;
  await caller.send('GET', '/customers', undefined, { authorization });
}

/** Sends a marked value in every personal field and has every kind of secret issued. */
export async function playScenario(scene: Scene): Promise<Payer> {
  await issueTokens(scene);
  const payer = await makePayer(scene);
  await payFromWallet(scene, payer);
  await signInToWallet(scene, payer);
  await receive(scene, payer);
  await answerWebhooks(scene);
  // No server listens there, so that deliveries fail and their errors are searched.
  await scene.caller.call('PATCH', '/config', { webhookEndpoint: 'http://127.0.0.1:9/hook' });
  await invite(scene, payer);
  await openPages(scene);
  await proveWallets(scene, payer);
  const payee = await makeAccounts(scene, payer);
  await connectAgent(scene, payer, payee);
  await proveCustomer(scene, payer);
  await pay(scene, payer, payee);
  await linkProvider(scene);
  await showCard(scene, payer);
  await trustPayee(scene, payee);
  await resetFactor(scene, payer);
  await verifyBusiness(scene);
  await importRows(scene);
  await beRefused(scene, payer);
  return payer;
}
