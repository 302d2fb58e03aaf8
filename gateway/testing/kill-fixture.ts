import type { SocietyDoc } from '#models/db/societies';
import { SupportRequests } from '#models/db/support-requests';
import type { UserDoc } from '#models/db/users';
import { buildEvent, buildMember, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';

/** Number of objects that one writer can use up. */
export const perPerson = 12;

export interface TestWriter {
  user: UserDoc;
  token: string;
  /** Own tickets without a reply. */
  tickets: string[];
  /** Own events. */
  events: string[];
}

export interface KillFixture {
  url: string;
  society: SocietyDoc;
  posts: string[];
  event: string;
  writers: TestWriter[];
  likers: TestWriter[];
  /** People and societies without any relation yet. */
  strangers: string[];
  open: string[];
  closed: string[];
}

async function somebody(society: SocietyDoc): Promise<TestWriter> {
  const user = await buildMember(society);
  const ticket = { user: user._id, category: 'general', subject: 'Mine', content: 'Locked out.', status: 'open', createdAt: new Date() };
  const tickets = await SupportRequests.insertMany(Array.from({ length: perPerson }, () => ticket as never));
  const events = await several(perPerson, () => buildEvent({ society, creator: user }));
  return { user, token: await buildSession(user), tickets: tickets.map(idOf), events: events.map(idOf) };
}
const idOf = ({ _id }: { _id: unknown }): string => String(_id);
const several = <T>(count: number, make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, make));

/** A society in which every member has all rights, with enough objects around it. */
export async function buildKillFixture(url: string): Promise<KillFixture> {
  const permissions = { whoCanPost: 'all-members', whoCanCreateEvents: 'all-members', whoCanInvite: 'all-members' } as const;
  const society = await buildSociety({ permissions });
  return {
    url,
    society,
    posts: (await several(6, () => buildPost({ society }))).map(idOf),
    event: idOf(await buildEvent({ society, seats: 2, seatsLeft: 2 })),
    writers: await several(6, () => somebody(society)),
    likers: await several(4, () => somebody(society)),
    strangers: (await several(perPerson, () => buildUser())).map(idOf),
    open: (await several(perPerson, () => buildSociety({ privacy: { visibility: 'public', joinApproval: false } }))).map(idOf),
    closed: (await several(perPerson, () => buildSociety({ privacy: { visibility: 'private' } }))).map(idOf),
  };
}
