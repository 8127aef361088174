import { type Handler, isRefusal } from '../../operation/operation.ts';
import { pullOf } from '../../payments/transfers/create-transfer-in.ts';
import { submitTransfer } from './submit-transfer.ts';

export const agentCreateTransferIn: Handler<'agentCreateTransferIn'> = async (call) => {
  const action = await submitTransfer(call, 'agentCreateTransferIn', () => pullOf(call, call.input.body));
  return isRefusal(action) ? action : { status: 201, body: action };
};
