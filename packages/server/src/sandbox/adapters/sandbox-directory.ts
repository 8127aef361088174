import type { Directory, ListedProvider, Vasp } from '../../engines/directory/directory.ts';
import { sandboxBanks } from './sandbox-banks.ts';
import { checkName } from './sandbox-names.ts';

/** The providers of the sandbox, the newest first. None is real. */
const umaProviders: readonly ListedProvider[] = [
  {
    name: 'Blocked Wallet',
    domain: 'uma.blocked.example',
    created_at: '2024-09-01T00:00:00.000Z',
    regions: ['US', 'MX'],
    currencies: ['USD', 'MXN'],
    isAllowed: false,
  },
  {
    name: 'Example Wallet',
    domain: 'uma.wallet.example',
    created_at: '2024-06-01T00:00:00.000Z',
    lei: 'EXAMPLE0000000000087',
    regions: ['US', 'CA'],
    currencies: ['USD', 'BTC'],
    isAllowed: true,
  },
  {
    name: 'Sandbox',
    domain: 'sandbox.example.com',
    created_at: '2024-01-01T00:00:00.000Z',
    regions: ['BR', 'DE', 'FR', 'IN', 'MX', 'US'],
    currencies: ['BRL', 'EUR', 'INR', 'MXN', 'USD'],
    isAllowed: true,
  },
];

/** The custodians of the sandbox, ordered by name. None is real. */
const vasps: readonly Vasp[] = [
  { vaspName: 'Example Exchange', url: 'https://exchange.example' },
  { vaspName: 'Example Trading Desk', url: 'https://desk.example' },
  { vaspName: 'Sample Custody' },
  { vaspName: 'Sample Wallet', url: 'https://wallet.example' },
];

export const sandboxDirectory: Directory = { banks: sandboxBanks, vasps, umaProviders, checkName };
