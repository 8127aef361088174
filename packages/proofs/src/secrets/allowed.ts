/** A mark that may be readable in some columns, and why. */
export interface Allowance {
  readonly mark: string;
  readonly columns: readonly string[];
  readonly reason: string;
}

export const allowed: readonly Allowance[] = [
  {
    mark: 'passkey challenge',
    columns: ['factor_enrollments.passkey_challenge', 'sca_challenges.passkey_options'],
    reason:
      'A challenge is told to the browser and proves nothing without the key in the device, which never leaves it.',
  },
  {
    mark: 'UMA address of a payer',
    columns: ['transactions.source_identifier'],
    reason: 'UMA addresses are made to be told to everybody, and payments are found by them.',
  },
];

const databaseFile = /^the file payments\.sqlite(-wal)?$/;

/** Whether a mark may be readable in a place: a column of the list, or the file that contains that column. */
export function isAllowed({ mark, place }: { readonly mark: string; readonly place: string }): boolean {
  const own = allowed.filter((allowance) => allowance.mark === mark);
  return own.some(({ columns }) => columns.includes(place) || databaseFile.test(place));
}
