import { openReceiver } from '../../../server/test/receiver.ts';
import type { Scene } from './scene.ts';

/** The start of a receiver's response is stored, and it may contain personal data. */
export async function answerWebhooks({ caller, marks }: Scene): Promise<void> {
  const body = marks.add('answer of a receiver', 'Markolina Answerling');
  const receiver = await openReceiver(() => ({ status: 200, body }));
  await caller.call('PATCH', '/config', { webhookEndpoint: receiver.origin });
  while ((await caller.call('GET', '/events?type=TEST&status=DELIVERED')).data.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await receiver.close();
}
