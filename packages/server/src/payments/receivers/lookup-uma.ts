import { readUmaAddress, umaAddress } from '../../engines/uma/uma-address.ts';
import { type ExternalHandler, isRefusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { findSender, refuseUnreadySender } from './find-sender.ts';
import { findOnUsReceiver } from './on-us-receiver.ts';
import { saveLookup } from './save-lookup.ts';

/** Refusals have the order of the checks in the specification; no unit is open while the provider is asked. */
export const lookupUma: ExternalHandler<'lookupUma'> = async ({ input, tenant, now, deps }) => {
  const { query } = input;
  if (query.customerId === undefined && query.senderUmaAddress === undefined) {
    return refuseFields([
      { field: 'customerId', message: 'Send customerId or senderUmaAddress to identify the sender.' },
    ]);
  }
  const asked = await deps.database.read(async (unit) => {
    const sender = await findSender(unit, tenant, query);
    if (sender === null || (isRefusal(sender) && sender.code === 'INVALID_INPUT')) return sender;
    const receiver = readUmaAddress(input.path.receiverUmaAddress);
    if (receiver === undefined) {
      return refuse(
        'INVALID_UMA_ADDRESS',
        'This is not a UMA address. Send one of the form $name@domain, percent-encoded.',
      );
    }
    if (isRefusal(sender)) return sender;
    const unready = await refuseUnreadySender(unit, tenant, sender);
    return unready ?? { sender, receiver, own: await findOnUsReceiver(unit, tenant, receiver) };
  });
  if (asked === null) throw new Error('a lookup passed the checks without a sender');
  if (isRefusal(asked)) return asked;
  const { sender, receiver, own } = asked;

  const answer = own ?? (await deps.uma.lookUp({ receiver, sender: umaAddress(sender.umaAddress) }, { tenant, deps }));
  if (answer.kind === 'PROBLEM') return refuse(answer.code, answer.reason);
  const kept = await deps.database.transaction(async (unit) => {
    const ownCurrencies = await findPlatformCurrencies(unit, tenant);
    const currencies = answer.currencies.filter(({ currency }) => ownCurrencies.includes(currency));
    const found = { receiver: receiver.text, sender, currencies, wanted: answer.requestedPayerFields };
    const receiverCustomerId = own?.kind === 'RECEIVER' ? own.customerId : undefined;
    return saveLookup({ unit, tenant, now, deps }, { ...found, receiverCustomerId });
  });
  if (kept === undefined) {
    return refuse(
      'INVALID_RECEIVER',
      'The receiver accepts no currency that your platform can pay in. Add one to supportedCurrencies, or use another address.',
    );
  }
  return { status: 200, body: { ...kept, receiverUmaAddress: receiver.text } };
};
