import type { Mutant } from './mutant.ts';

const invitations = 'people/invitations';
const claims = `${invitations}/claim-invitation.test.ts`;
const reads = `${invitations}/get-invitation.test.ts`;

/** Mistakes in who may use an invitation, and in its results. */
export const invitationMutants: readonly Mutant[] = [
  {
    name: 'lets parallel claims share an invitation',
    file: `${invitations}/invitations-repository.ts`,
    find: ".where('id', '=', given.id)\n    .where('status', '=', given.from),",
    replace: ".where('id', '=', given.id),",
    test: [claims, 'is claimed by one of two requests that wait for a lock on it'],
  },
  {
    name: 'accepts an expired invitation',
    file: `${invitations}/invitation-view.ts`,
    find: 'expiresAt !== null && expiresAt <= now',
    replace: 'expiresAt !== null && expiresAt < now',
    test: [reads, 'returns EXPIRED to every platform by the clock of the inviting platform'],
  },
  {
    name: 'claims invitations for customers of other platforms',
    file: `${invitations}/claim-invitation.ts`,
    find: 'findCustomerByUmaAddress(unit, claimant, inviteeUma)',
    replace: 'findCustomerByUmaAddress(unit, tenant, inviteeUma)',
    test: [claims, 'sets the invitation to CLAIMED and emits INVITATION.CLAIMED to the inviting platform only'],
  },
  {
    name: 'accepts a claim by the inviter',
    file: `${invitations}/claim-invitation.ts`,
    find: 'claimant === tenant && isInviter',
    replace: 'claimant !== tenant && isInviter',
    test: [claims, 'refuses the inviter, a customer of another platform and an unknown UMA address'],
  },
  {
    name: 'identifies inviters by address',
    file: `${invitations}/claim-invitation.ts`,
    find: 'invitee.id === row.inviter_id',
    replace: 'inviteeUma === row.inviter_uma',
    test: [claims, 'refuses a renamed inviter, and accepts a customer who took over the former address'],
  },
  {
    name: "sends a claim to the invitee's platform",
    file: `${invitations}/claim-invitation.ts`,
    find: 'appendEvents({ unit, tenant,',
    replace: 'appendEvents({ unit, tenant: claimant,',
    test: [claims, 'sets the invitation to CLAIMED and emits INVITATION.CLAIMED to the inviting platform only'],
  },
  {
    name: 'cancels invitations of other platforms',
    file: `${invitations}/cancel-invitation.ts`,
    find: 'if (found.tenant !== call.tenant)',
    replace: "if (found.code === '')",
    test: [`${invitations}/cancel-invitation.test.ts`, 'refuses another platform with FORBIDDEN'],
  },
  {
    name: 'shows invitations of the other environment',
    file: `${invitations}/find-invitation.ts`,
    find: 'own !== undefined && holder.environment !== own',
    replace: "own !== undefined && holder.environment === 'PRODUCTION'",
    test: [reads, 'returns INVITATION_NOT_FOUND to a platform of the other environment'],
  },
  {
    name: 'counts the attempts of each world apart',
    file: `${invitations}/find-for-caller.ts`,
    find: 'by: platformOf(creator)',
    replace: 'by: platformOf(tenant)',
    test: [reads, 'counts the attempts of a platform and of its worlds together'],
  },
  {
    name: 'forgets attempts when a platform is reset',
    file: 'sandbox/worlds/reset-sandbox.ts',
    find: '  keepAttempts(unit, deps.sealer, { tenant, to });\n',
    replace: '',
    test: [reads, 'counts the attempts before and after a reset of the platform together'],
  },
  {
    name: 'does not count codes of the other environment',
    file: `${invitations}/find-invitation.ts`,
    find: 'if (holder === undefined || (own !== undefined && holder.environment !== own)) return unknownInvitation();\n  await database.transaction(async (unit) => uncountGuess(unit, tried));',
    replace:
      'if (holder === undefined) return unknownInvitation();\n  await database.transaction(async (unit) => uncountGuess(unit, tried));\n  if (own !== undefined && holder.environment !== own) return unknownInvitation();',
    test: [reads, 'counts a code of the other environment like an unknown one'],
  },
  {
    name: 'doubles the limit of guesses',
    file: 'engines/guesses/guesses.ts',
    find: 'return counted.count > most',
    replace: 'return counted.count > most * 2',
    test: [reads, 'returns RATE_LIMITED after 30 unknown codes in ten minutes, and does not count valid codes'],
  },
  {
    name: 'counts guesses by the clock of the platform',
    file: `${invitations}/find-for-caller.ts`,
    find: 'deps.forEnvironment(environment).clock.now()',
    replace: 'deps.clock.now()',
    test: [reads, 'returns RATE_LIMITED after 30 unknown codes in ten minutes, and does not count valid codes'],
  },
  {
    name: 'creates an invitation of a deleted inviter',
    file: `${invitations}/create-invitation.ts`,
    find: 'inviter === undefined || inviter.isDeleted)',
    replace: 'inviter === undefined)',
    test: [`${invitations}/create-invitation.test.ts`, 'refuses a deleted inviter and one of another platform'],
  },
  {
    name: 'creates an invitation without a webhook endpoint',
    file: `${invitations}/invitation-settings.ts`,
    find: 'return endpoint === null',
    replace: "return endpoint === ''",
    test: [
      `${invitations}/create-invitation.test.ts`,
      'returns INVITATIONS_NOT_CONFIGURED before it checks the inviter',
    ],
  },
  {
    name: 'counts wrong codes per proxy',
    file: 'http/hosted-routes.ts',
    find: "callerAddress(ip, headers['x-forwarded-for'], deps.settings.trustedProxies)",
    replace: "callerAddress(ip, headers['x-forwarded-to'], deps.settings.trustedProxies)",
    test: [
      'people/invitations/invitation-page.test.ts',
      'limits a client behind a trusted proxy by X-Forwarded-For, and no other client',
    ],
  },
  {
    name: 'shows pages of a removed platform',
    file: 'ground/database/existing-tenant.ts',
    find: "'removed_tenants.tenant', '=', sql",
    replace: "'removed_tenants.tenant', '<', sql",
    test: [
      'engines/hosted-pages/hosted-pages.test.ts',
      'returns 404 once its platform is retired, before its rows are deleted',
    ],
  },
  {
    name: 'blocks the redirect to an app',
    file: 'engines/hosted-pages/hosted-page-html.ts',
    find: "leadsOn ? '' :",
    replace: 'leadsOn ? "form-action \'self\' https: http:; " :',
    test: [
      'engines/hosted-pages/hosted-pages.test.ts',
      'settles the chosen outcome, then redirects with 303 or shows Done',
    ],
  },
  {
    name: 'redirects to an invalid address',
    file: 'engines/hosted-pages/hosted-pages-repository.ts',
    find: '|| URL.canParse(page.redirect_uri)) return page;',
    replace: "|| page.redirect_uri !== '') return page;",
    test: ['engines/hosted-pages/hosted-pages.test.ts', 'does not redirect to an address that no browser can open'],
  },
  {
    name: 'leads on after another choice than the one that was taken',
    file: 'http/hosted-routes.ts',
    find: 'taken === given && typeof',
    replace: 'typeof',
    test: ['engines/hosted-pages/hosted-pages.test.ts', 'leads on again after the same choice, and after no other'],
  },
  {
    name: 'accepts redirect addresses that no browser opens',
    file: 'ground/specification/specification-validators.ts',
    find: 'isUri(text) && URL.canParse(text)',
    replace: 'isUri(text)',
    test: ['ground/specification/field-errors.test.ts', 'is refused when no browser can open it: %s'],
  },
  {
    name: 'lifts the block of a network before ten minutes',
    file: `${invitations}/find-invitation.ts`,
    find: 'windowMs: 10 * minuteMs',
    replace: 'windowMs: 10 * minuteMs - 1',
    test: [
      `${invitations}/invitation-page.test.ts`,
      'returns 404 for 30 unknown codes from one network, then 429 for ten minutes',
    ],
  },
];
