import type { Discovery } from '@payments-platform/types';
import type { Handler } from '../../operation/operation.ts';

export const getDiscoveries: Handler<'getDiscoveries'> = async ({ input, deps }) => {
  const { country, currency } = input.query;
  const found = deps.directory.banks.filter(
    (bank) =>
      (country === undefined || bank.country === country) && (currency === undefined || bank.currency === currency),
  );
  return { status: 200, body: { data: found as readonly Discovery[] as Discovery[] } };
};
