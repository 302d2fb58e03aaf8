import type { Id } from '#models/db/model';
import { idOfTime, toId } from '#models/db/model';
import { type NotificationDoc, openForMs } from '#models/db/notifications';
import type { Context } from './context.js';
import { adminNotificationDrafts, type Facts, memberNotificationDrafts, type NotificationDraft } from './notification-drafts.js';
import { memberIndex, societyAdminIndex } from './people.js';

const ofMember = 12;
const unreadOfMember = 5;
/** Maximum per type, before the newest of any type fill up the rest. */
const most: Partial<Record<NotificationDoc['type'], number>> = {
  post_liked: 4,
  post_commented: 3,
  comment_answered: 2,
  post_created: 2,
  request_approved: 1,
};

/** Recent notifications of the demo member and the demo admin, consistent with the community. */
export function makeNotifications(context: Context, facts: Facts): NotificationDoc[] {
  const [member, admin] = [facts.people[memberIndex], facts.people[societyAdminIndex]];
  if (!member || !admin) return [];
  const chosen = choose(memberNotificationDrafts(context, facts, member));
  const own = chosen.map((draft, i) => write(context, member.doc._id, draft, i < unreadOfMember, i));
  return [...own, ...adminNotificationDrafts(facts, admin).map((draft, i) => write(context, admin.doc._id, draft, false, ofMember + i))];
}

const timeOf = ({ tellings }: NotificationDraft): number => tellings[0]?.at.getTime() ?? 0;
const newestFirst = (a: NotificationDraft, b: NotificationDraft): number => timeOf(b) - timeOf(a);

function choose(drafts: readonly NotificationDraft[]): NotificationDraft[] {
  const sorted = [...drafts].sort(newestFirst);
  const seen = new Map<string, number>();
  const first = sorted.filter(({ type }) => {
    const count = (seen.get(type) ?? 0) + 1;
    seen.set(type, count);
    return count <= (most[type] ?? 0);
  });
  const rest = sorted.filter((draft) => !first.includes(draft));
  return [...first, ...rest].slice(0, ofMember).sort(newestFirst);
}

function write({ clock, idOf }: Context, user: Id, { tellings, ...words }: NotificationDraft, unread: boolean, n: number): NotificationDoc {
  const began = tellings.at(-1)?.at ?? clock.now;
  const open = unread && clock.now.getTime() - began.getTime() < openForMs;
  return {
    // Embed the notification's age in its id: workers close by id those that have been open for a day.
    _id: toId(String(idOfTime(began.getTime())).slice(0, 8) + String(idOf('notification', n)).slice(8)),
    user,
    ...words,
    tellings: tellings.map(({ id }) => id),
    ...(open ? { open } : {}),
    ...(unread ? { unread } : {}),
    claimed: false,
    at: tellings[0]?.at ?? began,
    actors: tellings.map(({ actor }) => actor),
    count: new Set(tellings.map(({ actor }) => String(actor))).size,
    version: 1,
    seenVersion: 0,
  };
}
