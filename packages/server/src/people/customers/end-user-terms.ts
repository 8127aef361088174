/** A published version of the end user terms. It never changes, since customers have accepted it. */
export interface PublishedTerms {
  readonly version: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Every published version, the current one last. */
const publishedTerms = [
  {
    version: 'V1',
    title: 'End user terms, version V1',
    paragraphs: [
      'These terms are between you, the end user, and the provider of this payment service. They hold beside the terms of the platform through which you use the service.',
      'What the service does. It holds money for you in accounts in your name at the platform, converts it where currencies differ, and sends it where you ask, at the price that you are shown before you agree to it.',
      'Who may use it. You are of age, act for yourself or for the business that you represent, and have given true information about both. The service may ask for documents and may hold or refuse payments that the law does not allow.',
      'Your money. It is kept apart from the money of the service, is yours at any time, and earns no interest. A payment that fails is returned to where it came from; what came in as a crypto asset is returned to your balance of that asset.',
      'Mistakes and complaints. Tell the platform as soon as you see a payment that you did not authorize or that went wrong. A payment that has been delivered can seldom be taken back.',
      'Your data. The service keeps what it must to make payments, to prevent fraud and to meet its duties, for as long as the law asks, and shares it with those who take part in a payment.',
      'The end. You may stop at any time and have your balance paid out. These terms may be replaced by a newer version, which holds once you have accepted it.',
    ],
  },
] as const satisfies readonly PublishedTerms[];

export function currentTerms(): PublishedTerms {
  return publishedTerms[publishedTerms.length - 1] ?? publishedTerms[0];
}

export function findTerms(version: string): PublishedTerms | undefined {
  return publishedTerms.find((terms) => terms.version === version);
}

/** Customers may have accepted an older version than the current one. */
export function wasPublished(version: string): boolean {
  return findTerms(version) !== undefined;
}
