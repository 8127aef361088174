import type { SandboxStablecoinIds } from '@payments-platform/types';
import type { Maker } from '../recipes/maker.ts';
import {
  burn,
  funded,
  linkedProvider,
  mint,
  ownBank,
  ownWallet,
  registeredToken,
  requestedToken,
  shutProvider,
} from '../recipes/stablecoins.ts';

/** The ending of a token that is provisioned at once. */
const atOnce = '007';

export async function makeStablecoins(maker: Maker, pass: () => Promise<void>): Promise<SandboxStablecoinIds> {
  const link = await linkedProvider(maker);
  const links = {
    providerAccount: link,
    invalidProviderAccount: await shutProvider(maker, '005'),
    revokedProviderAccount: await shutProvider(maker, '006'),
  };
  const stablecoin = await registeredToken(maker, link, atOnce);
  await maker.settle();
  const [wallet, bankAccount] = [await ownWallet(maker), await ownBank(maker)];
  const ended = {
    provisioning: await registeredToken(maker, link, '005'),
    rejected: await registeredToken(maker, link, '002'),
    failed: await registeredToken(maker, link, '003'),
    enabled: await requestedToken(maker, link, atOnce),
    disabled: await requestedToken(maker, link, '006'),
    mintProcessing: await funded(maker, mint(maker, stablecoin, { wallet: await ownWallet(maker, '005') })),
    mintCompleted: await funded(maker, mint(maker, stablecoin, { wallet })),
    mintFailed: await funded(maker, mint(maker, stablecoin, { wallet: await ownWallet(maker, '002') })),
    burnCompleted: await funded(maker, burn(maker, stablecoin, bankAccount)),
    burnFailed: await funded(maker, burn(maker, stablecoin, await ownBank(maker, '004'))),
  };
  await pass();
  return {
    ...links,
    stablecoin,
    wallet,
    bankAccount,
    ...ended,
    pendingReview: await registeredToken(maker, link, '001'),
    pendingApproval: await requestedToken(maker, link, atOnce),
    mintPendingFunding: await mint(maker, stablecoin, { wallet }),
    mintPendingProvider: await mint(maker, stablecoin, { wallet, debited: bankAccount }),
    burnPendingFunding: await burn(maker, stablecoin, bankAccount),
  };
}
