/** The sender of an e-mail. The carrier chooses the fields that are absent. */
export interface MessageSender {
  readonly name: string;
  /** The platform's setting. The carrier knows whether the platform may use that domain. */
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
  /** Only for an e-mail whose sender the platform may choose. */
  readonly sender?: MessageSender;
}

/** A message as the carrier gets it. */
export interface SentMessage extends Message {
  /** The operator's id of the platform that sends the message. */
  readonly platformId: string;
}

/** The port to the carriers of messages. If `send` rejects, the message is sent again later. */
export interface Messages {
  send(message: SentMessage): Promise<void>;
}
