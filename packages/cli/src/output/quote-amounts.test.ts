import { expect, it } from 'vitest';
import { answerWords } from './answer-words.ts';
import type { Style } from './style.ts';

const plain: Style = { strong: String, faint: String, good: String, bad: String, warning: String };

const dollars = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
const yen = { code: 'JPY', name: 'Japanese Yen', symbol: '¥', decimals: 0 };
const quote = {
  id: 'Quote:1',
  sendingCurrency: dollars,
  receivingCurrency: yen,
  totalSendingAmount: 6_000,
  totalReceivingAmount: 9_123,
  feesIncluded: 30,
};

function printed(value: object): string {
  const answer = {
    status: 200,
    mediaType: 'application/json',
    text: JSON.stringify(value),
    isReplay: false,
    ignored: null,
  };
  return answerWords(answer, 120, plain);
}

it('prints the amounts of a quote in their currencies, wherever the quote is', () => {
  for (const value of [quote, { quote }]) {
    const lines = printed(value).replaceAll('quote.', '');
    expect(lines).toMatch(/^totalSendingAmount +60\.00 USD$/m);
    expect(lines).toMatch(/^totalReceivingAmount +9123 JPY$/m);
    expect(lines).toMatch(/^feesIncluded +0\.30 USD$/m);
  }
});

it('prints an amount without a currency beside it in the smallest unit', () => {
  expect(printed({ totalSendingAmount: 6_000, fees: 30 })).toMatch(/^totalSendingAmount +6000\nfees +30$/);
});

it('lists the actions of agents with the amount of each', () => {
  const row = { id: 'AgentAction:1', status: 'PENDING_APPROVAL', type: 'EXECUTE_QUOTE', quote };
  const transfer = { id: 'AgentAction:2', status: 'PENDING_APPROVAL', type: 'TRANSFER_OUT' };
  const [head, first, second] = printed({ data: [row, transfer], hasMore: false, nextCursor: null }).split('\n');
  expect(head).toMatch(/^id +status +quote\.totalSendingAmount +type$/);
  expect(first).toMatch(/ 60\.00 USD +EXECUTE_QUOTE$/);
  expect(second).toMatch(/ – +TRANSFER_OUT$/);
});
