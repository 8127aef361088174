/** Longer names are not compared, since the work grows with the square of the length. */
const longestName = 64;

/** The most likely intended name, or `undefined` if none is close. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > longestName) return undefined;
  const plain = plainOf(given);
  const most = Math.max(1, Math.floor(plain.length / 3));
  let nearest: string | undefined;
  let least = most + 1;
  for (const name of names) {
    const distance = editsBetween(plain, plainOf(name));
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

/** `customer_id` and `CustomerID` mean `customerId`. */
function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The number of letters to insert, remove, change, or swap with their neighbour. */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
