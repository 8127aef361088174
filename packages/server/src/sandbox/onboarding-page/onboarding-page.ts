import { textPage } from '../../engines/hosted-pages/hosted-page-html.ts';
import type { PageRoute } from '../../operation/shown-page.ts';

/** Takes the place of a platform's own onboarding in the sandbox, and explains what that does with the code. */
export const onboardingPage: PageRoute = {
  path: '/hosted/onboarding/:key',
  mayBeFramed: false,
  show: async (_server, { key: code }) => {
    if (!/^[0-9a-f]{8}$/.test(code)) return { status: 404, html: textPage('This link does not work', wrongLink) };
    return { status: 200, html: textPage('Your app begins here', nextSteps(code)) };
  },
};

const wrongLink = ['Open the page of the invitation again and use its button.'];

function nextSteps(code: string): readonly string[] {
  return [
    `In production this is the onboarding of your app. It receives the code ${code}.`,
    'Create the invited customer, with the UMA address that they choose.',
    `Then claim the invitation for them: POST /invitations/${code}/claim with that address as inviteeUma.`,
  ];
}
