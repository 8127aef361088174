import { setTimeout as sleep } from 'node:timers/promises';
import type { Payer, Scene } from './scene.ts';

/** A card whose number is shown once, and a password that no card of the sandbox accepts. */
export async function showCard({ caller, marks }: Scene, payer: Payer): Promise<void> {
  const order = { cardholderId: payer.id, form: 'VIRTUAL', fundingSources: [payer.dollars] };
  const threeDSecurePassword = marks.add('3-D Secure password', 'marked-horse-battery');
  await caller.send('POST', '/cards', { ...order, threeDSecurePassword });
  const { id } = await caller.call('POST', '/cards', order);
  while ((await caller.call('GET', `/cards/${id}`)).state === 'PROCESSING') await sleep(50);
  const { panEmbedUrl } = await caller.call('POST', `/cards/${id}/reveal`);
  marks.add('key of a card page', panEmbedUrl.slice(-43));
  marks.add(
    'key of a card page that nobody opens',
    (await caller.call('POST', `/cards/${id}/reveal`)).panEmbedUrl.slice(-43),
  );
  const html = await (await fetch(panEmbedUrl)).text();
  const shown = marks.add('card number in groups', /(\d{4} ){3}\d{4}/.exec(html)?.[0]);
  marks.add('card number', shown?.replaceAll(' ', ''));
  await fetch(panEmbedUrl);
  await caller.call('PATCH', `/cards/${id}`, { state: 'CLOSED' });
}
