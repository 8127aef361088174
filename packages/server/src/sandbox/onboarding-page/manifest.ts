import type { Manifest } from '../../operation/manifest.ts';
import { onboardingPage } from './onboarding-page.ts';

export const manifest = { shownPages: [onboardingPage] } satisfies Manifest;
