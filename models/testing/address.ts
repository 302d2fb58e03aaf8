/** Address of the same MongoDB server with another database. */
export function withDatabase(uri: string, database: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(uri);
  if (parts === null) throw new Error('Not an address of MongoDB');
  return `${parts[1]}/${database}${parts[2] ?? ''}`;
}
