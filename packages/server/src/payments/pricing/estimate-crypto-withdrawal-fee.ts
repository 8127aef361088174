import { accountKinds } from '../../accounts/external/account-facts.ts';
import { brokenRule } from '../../accounts/external/identifiers/identifier-rule.ts';
import { identifierRules } from '../../accounts/external/identifiers/identifier-rules.ts';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import { feesOfSending, noFee, serviceTerms } from '../../engines/rates/price.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { type Handler, refuse, refuseFields } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { hasDollarPrice, refuseWithoutDollarPrice } from './dollar-price.ts';
import { costMinor } from './network-costs.ts';

/** The fees that a quote for the same withdrawal takes, including the network's cost. */
export const estimateCryptoWithdrawalFee: Handler<'estimateCryptoWithdrawalFee'> = async (call) => {
  const { internalAccountId, currency, cryptoNetwork, amount, destinationAddress } = call.input.body;
  const account = await findInternalAccount(call.unit, call.tenant, internalAccountId);
  if (account === undefined) return refuse('ACCOUNT_NOT_FOUND', `There is no internal account ${internalAccountId}.`);
  const kind = accountKinds.find(
    ({ network, currencies }) => network === cryptoNetwork && currencies.some((one) => one === currency),
  );
  if (account.currency !== currency) {
    return refuse('INVALID_CURRENCY', `${internalAccountId} holds ${account.currency}. Send that as the currency.`);
  }
  if (kind === undefined)
    return refuse(
      'INVALID_CURRENCY',
      `${currency} cannot be sent on ${cryptoNetwork}. Choose another network or another account.`,
    );
  const rule = identifierRules(kind).get(kind.identifier);
  const isStrict = call.deps.rules.checksDigits;
  if (rule !== undefined && brokenRule(rule, destinationAddress, {}, isStrict) !== undefined) {
    return refuseFields([
      {
        field: 'destinationAddress',
        message: `This is not an address on ${cryptoNetwork}. Check it and send the complete address.`,
      },
    ]);
  }
  requireAdapter(call.deps.rails);
  const amountMinor = BigInt(amount);
  const asset = currencyCode(currency);
  if (!hasDollarPrice(call.deps.rates, asset)) return refuseWithoutDollarPrice(asset);
  const networkMinor = costMinor(call.deps, cryptoNetwork, asset);
  const service = serviceTerms(false, true);
  const total = feesOfSending(amountMinor, { service, platform: noFee, networkMinor }).totalMinor;
  if (total >= amountMinor) {
    return refuse('AMOUNT_OUT_OF_RANGE', `The fees of ${total} take the whole amount. Withdraw a larger amount.`);
  }
  return {
    status: 200,
    body: {
      networkFee: call.deps.rails.networkCost(cryptoNetwork).feeMinor,
      networkFeeAsset: call.deps.rails.networkCost(cryptoNetwork).asset,
      applicationFee: wireMinor(total - networkMinor),
      totalFee: wireMinor(total),
      netAmount: wireMinor(amountMinor - total),
    },
  };
};
