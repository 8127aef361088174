/** A text to one person, by e-mail or to a phone. */
export interface Message {
  readonly channel: 'EMAIL' | 'SMS';
  /** An e-mail address, or a phone number in E.164 form. */
  readonly to: string;
  readonly text: string;
}

/** The port to the carriers of messages. A rejection means that the message may be tried again. */
export interface Messages {
  send(message: Message): Promise<void>;
}
