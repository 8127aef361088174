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

/** The outside world as the platforms of one environment meet it. */
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

/** What each is for, as the end of a sentence that begins with what it is refused for want of. */
export const portPurposes: Readonly<Record<PortName, string>> = {
  rates: 'exchange rates and the worth of amounts',
  rails: 'paying out to banks and chains',
  funding: 'paying in from banks and chains',
  collections: 'pulling money from bank accounts',
  uma: 'reaching other providers of UMA',
  lightning: 'settling with other providers of UMA over Lightning',
  messages: 'sending codes by e-mail and SMS',
  identity: 'checking identities, documents and liveness',
  cardPulls: 'taking money from what pays for cards',
  tokenIssuers: 'the published keys of providers of identity',
  directory: 'lists of banks and providers, and checking names at banks',
  custody: 'keeping the keys of embedded wallets',
  issuer: 'issuing cards and showing their numbers',
  stablecoinProvider: 'issuing and redeeming stablecoins',
};

export const portNames = Object.keys(portPurposes) as readonly PortName[];
