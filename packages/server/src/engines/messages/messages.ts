/** How an e-mail looks to who gets it; what is left out is up to the carrier. */
export interface MessageSender {
  readonly name: string;
  /** As the platform has set it; whether it may use that domain is for the carrier to know. */
  readonly address?: string;
  readonly replyTo?: string;
  /** An image for the head of the message, which the carrier scales to 340 by 124 pixels as PNG. */
  readonly logoUrl?: string;
}

/** A text to one person, by e-mail or to a phone. */
export interface Message {
  readonly channel: 'EMAIL' | 'SMS';
  /** An e-mail address, or a phone number in E.164 form. */
  readonly to: string;
  readonly text: string;
  /** Only of an e-mail, where the platform may say who it comes from. */
  readonly sender?: MessageSender;
}

/** A message as its carrier is given it. */
export interface SentMessage extends Message {
  /** The platform in whose name it is sent, by the id that the operator gave it. */
  readonly platformId: string;
}

/** The port to the carriers of messages. A rejection means that the message may be tried again. */
export interface Messages {
  send(message: SentMessage): Promise<void>;
}
