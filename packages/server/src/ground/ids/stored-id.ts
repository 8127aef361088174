/** An id that was read from the database. One of another kind is a bug. */
export function storedId<Prefix extends string>(prefix: Prefix, id: string): `${Prefix}:${string}` {
  if (!hasPrefix(id, prefix)) throw new Error(`${id} is not the id of a ${prefix}`);
  return id;
}

/** The id of an account inside or outside the service. */
export function storedAccountId(id: string): `InternalAccount:${string}` | `ExternalAccount:${string}` {
  return hasPrefix(id, 'InternalAccount') ? id : storedId('ExternalAccount', id);
}

function hasPrefix<Prefix extends string>(id: string, prefix: Prefix): id is `${Prefix}:${string}` {
  return id.startsWith(`${prefix}:`);
}
