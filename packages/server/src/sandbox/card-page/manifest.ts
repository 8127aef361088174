import type { Manifest } from '../../operation/manifest.ts';
import { cardNumberPage } from './card-number-page.ts';

export const manifest = { shownPages: [cardNumberPage] } satisfies Manifest;
