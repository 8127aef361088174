import { issueCard } from '../../../server/test/cards.ts';
import { credentialsOf, newWallet } from '../../../server/test/embedded-wallets.ts';
import { fund, makeUsdAccount } from '../../../server/test/parties.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import type { Play } from './play.ts';
import type { DeviceInPlay, WalletInPlay } from './wallet-in-play.ts';

const startingMinor = 200_000_000;

/** Three customers with an embedded wallet, a card that the wallet may fund, and a payee. */
export async function openWallets(server: TestServer): Promise<WalletInPlay[]> {
  const wallets: WalletInPlay[] = [];
  for (let count = 0; count < 3; count += 1) {
    const facts = { email: `owner${count}@example.com`, phoneNumber: `+1415555010${count}` };
    const { customerId, accountId } = await newWallet(server, facts);
    await fund(server, accountId, startingMinor);
    wallets.push({
      ...{ customerId, accountId, balanceMinor: startingMinor, delegatedKeyId: undefined, phrase: undefined },
      payeeId: await makeUsdAccount(server, customerId),
      cardId: await issueCard(server, customerId, accountId),
      credentials: (await credentialsOf(server, accountId)).map(({ id, type }) => ({ id, type, sub: undefined })),
      devices: [],
      sent: [],
    });
  }
  return wallets;
}

export function isActive({ server }: Pick<Play, 'server'>, { hasEnded, endsAt }: DeviceInPlay): boolean {
  return !hasEnded && endsAt > server.clock.now();
}

/** The service's view of each wallet must equal its history. */
export async function checkWallets(play: Play): Promise<void> {
  for (const wallet of play.world.wallets) {
    const { server } = play;
    const { accountId, customerId, devices, credentials, delegatedKeyId } = wallet;
    const read = async (path: string) => (await server.request('GET', path)).body.data as readonly Listed[];
    const sessions = await read(`/auth/sessions?accountId=${accountId}`);
    const active = devices.filter((device) => isActive(play, device)).map(({ sessionId }) => sessionId);
    expectSame(accountId, 'sessions', idsOf(sessions), active);
    const listed = await read(`/auth/credentials?accountId=${accountId}`);
    expectSame(
      ...[accountId, 'credentials', idsOf(listed)],
      credentials.map(({ id }) => id),
    );
    const keys = await read(`/auth/delegated-keys?accountId=${accountId}`);
    const keyIds = idsOf(keys.filter(({ status }) => status === 'ACTIVE'));
    expectSame(accountId, 'delegated keys', keyIds, delegatedKeyId === undefined ? [] : [delegatedKeyId]);
    const [account] = await read(`/customers/internal-accounts?customerId=${customerId}&currency=USDB`);
    expectSame(accountId, 'balance', [String(account?.balance?.amount)], [String(wallet.balanceMinor)]);
  }
}

interface Listed {
  readonly id: string;
  readonly status?: string;
  readonly balance?: { readonly amount: number };
}

const idsOf = (rows: readonly Listed[]): string[] => rows.map(({ id }) => id);

function expectSame(accountId: string, what: string, found: readonly string[], expected: readonly string[]): void {
  const [is, should] = [[...found].sort().join(), [...expected].sort().join()];
  if (is !== should) throw new Error(`the ${what} of ${accountId} are ${is}, and were left as ${should}`);
}
