import type { CardPulls } from '../../engines/card-pulls/card-pulls.ts';
import type { Custody } from '../../engines/custody/custody.ts';
import type { Directory } from '../../engines/directory/directory.ts';
import type { Funding } from '../../engines/funding/funding.ts';
import type { Identity } from '../../engines/identity/identity.ts';
import type { CardIssuer } from '../../engines/issuing/card-issuer.ts';
import type { Messages } from '../../engines/messages/messages.ts';
import type { TokenIssuers } from '../../engines/oidc/token-issuers.ts';
import type { Collections } from '../../engines/rails/collections.ts';
import type { Rails } from '../../engines/rails/rails.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { StablecoinIssuer } from '../../engines/stablecoin-provider/token-operations.ts';
import type { LightningNode } from '../../engines/uma/lightning-node.ts';
import type { UmaNetwork } from '../../engines/uma/uma-network.ts';

export type Environment = 'SANDBOX' | 'PRODUCTION';

/** The outside world of the platforms of one environment. */
export interface Ports {
  readonly rates: RateSource;
  readonly rails: Rails;
  readonly funding: Funding;
  readonly collections: Collections;
  readonly uma: UmaNetwork;
  readonly lightning: LightningNode;
  readonly messages: Messages;
  readonly identity: Identity;
  readonly directory: Directory;
  readonly tokenIssuers: TokenIssuers;
  readonly custody: Custody;
  readonly cardPulls: CardPulls;
  readonly issuer: CardIssuer;
  readonly stablecoinProvider: StablecoinIssuer;
}

export type PortName = keyof Ports;

/** The purpose of each adapter, as the end of a sentence about what is refused without it. */
export const portPurposes: Readonly<Record<PortName, string>> = {
  rates: 'exchange rates and the value of amounts',
  rails: 'payouts to banks and chains',
  funding: 'deposits from banks and chains',
  collections: 'direct debits from bank accounts',
  uma: 'messages to other UMA providers',
  lightning: 'settlement with other UMA providers over Lightning',
  messages: 'codes by e-mail and SMS',
  identity: 'checks of identities, documents and liveness',
  cardPulls: 'pulls from the funding sources of cards',
  tokenIssuers: 'the published keys of identity providers',
  directory: 'lists of banks and providers, and checks of names at banks',
  custody: 'custody of the keys of embedded wallets',
  issuer: 'card issuing and showing card numbers',
  stablecoinProvider: 'issuance and redemption of stablecoins',
};

export const portNames = Object.keys(portPurposes) as readonly PortName[];
