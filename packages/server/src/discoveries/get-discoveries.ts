import type { Discovery } from '@payments-platform/types';
import type { Handler } from '../http/operation.ts';
import { sandboxBanks } from './banks.ts';

export const getDiscoveries: Handler<'getDiscoveries'> = async ({ input }) => {
  const { country, currency } = input.query;
  const found = sandboxBanks.filter(
    (bank) =>
      (country === undefined || bank.country === country) && (currency === undefined || bank.currency === currency),
  );
  return { status: 200, body: { data: found as readonly Discovery[] as Discovery[] } };
};
