import { type Handler, isRefusal } from '../../operation/operation.ts';
import { payoutOf } from '../../payments/transfers/create-transfer-out.ts';
import { submitTransfer } from './submit-transfer.ts';

export const agentCreateTransferOut: Handler<'agentCreateTransferOut'> = async (call) => {
  const action = await submitTransfer(call, 'agentCreateTransferOut', () => payoutOf(call, call.input.body));
  return isRefusal(action) ? action : { status: 201, body: action };
};
