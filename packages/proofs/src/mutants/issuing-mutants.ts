import type { Mutant } from './mutant.ts';

const room = 'cards/issuing';

/** Mistakes in how cards are issued, changed and shown. */
export const issuingMutants: readonly Mutant[] = [
  {
    name: 'issues a card to an unverified customer',
    file: `${room}/create-card.ts`,
    find: "  if (cardholder.verification_status !== 'APPROVED') return notApproved(cardholder.id);\n",
    replace: '',
    test: [`${room}/create-card.test.ts`, 'is refused with CARDHOLDER_KYC_NOT_APPROVED for an unverified customer'],
  },
  {
    name: "funds a card from another customer's account",
    file: `${room}/funding-sources.ts`,
    find: 'if (row.customer_id !== cardholderId)',
    replace: "if (row.customer_id === 'nobody')",
    test: [
      `${room}/create-card.test.ts`,
      'is refused with FUNDING_SOURCE_INELIGIBLE for a funding source that cannot pay for it',
    ],
  },
  {
    name: 'accepts funding sources in different currencies',
    file: `${room}/funding-sources.ts`,
    find: '[found, held] = [own, row.currency];',
    replace: 'found = own;',
    test: [
      `${room}/create-card.test.ts`,
      'is refused with FUNDING_SOURCE_INELIGIBLE for a funding source that cannot pay for it',
    ],
  },
  {
    name: 'issues one card above the limit',
    file: `${room}/cards-repository.ts`,
    find: 'Number(counted?.count ?? 0) >= upTo',
    replace: 'Number(counted?.count ?? 0) > upTo',
    test: [
      `${room}/create-card.test.ts`,
      'is refused beyond the card limit of the platform, which counts open cards only',
    ],
  },
  {
    name: 'stores the 3-D Secure password of a card',
    file: `${room}/issue-cards.ts`,
    find: '    deletePassword(unit, tenant, card.id);\n',
    replace: '',
    test: [
      `${room}/issue-cards.test.ts`,
      'passes its 3-D Secure password on, stores it sealed until then and deletes it afterwards',
    ],
  },
  {
    name: 'does not notify the issuer of a frozen or closed card',
    file: `${room}/update-card-by-id.ts`,
    find: '  if (body.state !== undefined) notifyIssuer(context, card.id);\n',
    replace: '',
    test: [`${room}/issue-cards.test.ts`, 'reports only its last state to the issuer after several changes'],
  },
  {
    name: 'emits one event for two changes of a card',
    file: `${room}/change-card.ts`,
    find: "  if (accountIds !== undefined) types.push('CARD.FUNDING_SOURCE_CHANGE');\n",
    replace: "  if (accountIds !== undefined && trigger === undefined) types.push('CARD.FUNDING_SOURCE_CHANGE');\n",
    test: [
      `${room}/update-card-by-id.test.ts`,
      'changes state and funding sources together, and both events show the card after both',
    ],
  },
  {
    name: 'replaces the link of an unchanged funding source',
    file: `${room}/cards-repository.ts`,
    find: '    if (kept !== undefined) return { ...kept, position };\n',
    replace: '',
    test: [
      `${room}/update-card-by-id.test.ts`,
      'keeps the id of a funding source that stays, and makes a new one for an account that returns',
    ],
  },
  {
    name: 'reveals the number of a closed card',
    file: `${room}/refuse-concealed.ts`,
    find: "if (state === 'ACTIVE' || state === 'FROZEN')",
    replace: "if (state === 'ACTIVE' || state === 'FROZEN' || state === 'CLOSED')",
    test: [`${room}/reveal-card.test.ts`, 'is shown for a frozen card and refused for a closed or unissued one'],
  },
  {
    name: 'reveals a card number twice',
    file: `${room}/reveals-repository.ts`,
    find: "    .where('opened_at', 'is', null)\n",
    replace: '',
    test: ['sandbox/card-page/card-number-page.test.ts', 'works once, even with eight parallel requests'],
  },
  {
    name: 'uses a card page up for a browser that loads it ahead',
    file: 'http/hosted-routes.ts',
    find: 'if (isGuessed(headers)) return send(reply, loadedOnVisit);',
    replace: '',
    test: [
      'sandbox/card-page/card-number-page.test.ts',
      'answers 503 to a browser that loads it ahead, and stays open',
    ],
  },
  {
    name: 'does not report a card funded by another customer',
    file: 'cards/issuing/card-invariants.ts',
    find: `min(a.customer_id) <> c.cardholder_id
        or max(a.customer_id) <> c.cardholder_id`,
    replace: '1 = 0',
    test: ['cards/issuing/card-invariants.test.ts', 'names %s alone after %s'],
  },
  {
    name: 'does not report an active key of a closed card',
    file: 'cards/delegated-keys/delegated-key-invariants.ts',
    find: "c.state = 'CLOSED' or ",
    replace: '',
    test: ['cards/delegated-keys/delegated-key-invariants.test.ts', 'names %s alone after %s'],
  },
];
