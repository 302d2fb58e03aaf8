import type { SortOrder } from './cursor.js';
import { paginate } from './paginate.js';
import { fold, foldEmail } from './text.js';
import { type UserDoc, Users } from './users.js';

const newestFirst: SortOrder = [['createdAt', -1, 'date']];
const gramLength = 3;

/** First trigram of the longest word of a query, which every matching name has; undefined for a short query. */
function gramOf(q: string): string | undefined {
  const longest = q.split(' ').sort((a, b) => b.length - a.length)[0] ?? '';
  return longest.length >= gramLength ? longest.slice(0, gramLength) : undefined;
}

/** One page of all accounts, newest first: those with `q` in their name, or the one with this address. */
export async function accountPage(
  q: string,
  cursor: string | undefined,
  limit: number,
): Promise<{ users: UserDoc[]; next: string | null }> {
  if (q.includes('@')) {
    const users = await Users.find({ emailFolded: foldEmail(q), deletedAt: null }).lean();
    return { users, next: null };
  }
  const wanted = fold(q);
  const gram = gramOf(wanted);
  const { items: users, next } = await paginate<UserDoc>({
    model: Users,
    reads: [{ deletedAt: null, ...(gram ? { nameGrams: gram } : {}) }],
    order: newestFirst,
    cursor,
    limit,
    ...(wanted === '' ? {} : { keep: (batch: UserDoc[]) => batch.filter(({ name }) => fold(name).includes(wanted)) }),
  });
  return { users, next };
}
