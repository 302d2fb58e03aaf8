import { type Locale, maskedWords, text } from '#models/bus/i18n';
import { itemWords } from '#models/bus/mail-words';
import type { PushMessage } from '#models/contract/push';
import { JoinRequests } from '#models/db/join-requests';
import { toId } from '#models/db/model';
import { linkOf, type NotificationDoc, timesOf } from '#models/db/notifications';
import { loadActorNaming } from '#models/db/notifications.naming';
import { namedParts, peopleIn } from '#models/db/notifications.people';
import { makeApprovalToken } from '#models/db/one-time-tokens';
import { excerpt } from '#models/db/text';
import { loadPeople } from '#models/db/users';
import { mutePath } from '../activity/recipients.js';

/** Limits that keep the payload within the 4 KB of push services, in any script. */
const maxLengths = { title: 120, body: 400 };

/** Button that approves, for a notification of one request that is still open. */
async function approvalOf(doc: NotificationDoc, locale: Locale): Promise<PushMessage['approve']> {
  const id = doc.params?.request;
  if (doc.type !== 'join_requested' || timesOf(doc) !== 1 || !id) return undefined;
  const request = await JoinRequests.findOne({ _id: toId(id), pending: true }, { _id: 1 }).lean();
  if (!request) return undefined;
  const words = (key: 'approve' | 'approved') => text(locale, `notifications.push.${key}`, {}) ?? '';
  return { label: words('approve'), token: await makeApprovalToken(doc.user, request._id), done: words('approved') };
}

/** Text of a notification on a lock screen, in its reader's language. */
export async function composePush(doc: NotificationDoc, locale: Locale): Promise<PushMessage> {
  const [people, mayName] = await Promise.all([loadPeople(peopleIn(doc)), loadActorNaming([doc])]);
  const { actors, params } = namedParts(doc, people, (id) => mayName(doc, id), maskedWords(locale));
  const words = itemWords({ type: doc.type, params, actors, count: doc.count, times: timesOf(doc) }, locale);
  const approve = await approvalOf(doc, locale);
  return {
    id: String(doc._id),
    user: String(doc.user),
    title: excerpt(words.title, maxLengths.title),
    body: excerpt(words.text, maxLengths.body),
    why: text(locale, `notifications.why.${doc.why}`, {}) ?? '',
    link: linkOf(doc),
    mute: { label: text(locale, 'notifications.push.mute', {}) ?? '', link: mutePath(doc) },
    ...(approve && { approve }),
    lang: locale,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
  };
}
