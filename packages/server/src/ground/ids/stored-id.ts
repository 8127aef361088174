/** An id that was read from the database; one of another kind is a bug. */
export function storedId<Prefix extends string>(prefix: Prefix, id: string): `${Prefix}:${string}` {
  if (!hasPrefix(id, prefix)) throw new Error(`${id} is not the id of a ${prefix}`);
  return id;
}

function hasPrefix<Prefix extends string>(id: string, prefix: Prefix): id is `${Prefix}:${string}` {
  return id.startsWith(`${prefix}:`);
}
