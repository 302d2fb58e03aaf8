/** The same server, with this database in the address. */
export function withDatabase(uri: string, database: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(uri);
  if (parts === null) throw new Error('Not an address of MongoDB');
  return `${parts[1]}/${database}${parts[2] ?? ''}`;
}
