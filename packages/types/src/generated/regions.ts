// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

/** Regions whose customers are under rules of their own, with their countries. */
export const regions = {
  EEA: {
    code: 'EEA',
    name: 'European Economic Area',
    demandsStrongCustomerAuthentication: true,
    countries: [
      'AT',
      'BE',
      'BG',
      'CY',
      'CZ',
      'DE',
      'DK',
      'EE',
      'ES',
      'FI',
      'FR',
      'GR',
      'HR',
      'HU',
      'IE',
      'IS',
      'IT',
      'LI',
      'LT',
      'LU',
      'LV',
      'MT',
      'NL',
      'NO',
      'PL',
      'PT',
      'RO',
      'SE',
      'SI',
      'SK',
    ],
  },
} as const;

/** The code of a region with rules of its own. */
export type RegionCode = keyof typeof regions;
