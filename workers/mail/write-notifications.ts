import { type Locale, maskedWords } from '#models/bus/i18n';
import { itemWords, type MailItem, type MuteLink, mailWords, moreWords, muteWords, subjectOfMany, whyWords } from '#models/bus/mail-words';
import type { Id } from '#models/db/model';
import { linkOf, type NotificationDoc, Notifications, timesOf } from '#models/db/notifications';
import { loadActorNaming } from '#models/db/notifications.naming';
import { namedParts, peopleIn } from '#models/db/notifications.people';
import { Societies } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { mutePath } from '../activity/recipients.js';
import { followsSocietyMute, loadChannelChooser } from './channels.js';
import { compose } from './compose.js';
import { seatCalendar } from './seat-calendar.js';
import type { WriteNews } from './write.js';

/** Notifications shown in a mail. */
export const maxShown = 20;

/**
 * A mail of notifications in their current state. Leaves out those retracted, read, muted or turned off since they were
 * claimed, which may be hours ago after an outage of the mail server.
 */
export const writeNotifications: WriteNews = async (mail, reader, locale, site) => {
  const { publicUrl } = site;
  const claimed = await Notifications.find({ _id: { $in: mail.items ?? [] }, user: reader._id, unread: true })
    .sort({ at: -1, _id: -1 })
    .lean();
  const chooser = await loadChannelChooser([reader._id], claimed, new Date());
  const found = claimed.filter((each) => chooser.channelsOf(each).mail);
  const [first] = found;
  if (!first) return null;
  const items = await itemsOf(found, locale, publicUrl);
  const more = Number(mail.params?.more ?? 0);
  const count = found.length + more;
  const words = mailWords('notifications', { name: reader.name, title: items[0]?.title ?? '' }, locale);
  const composed = compose(
    {
      ...words,
      subject: count === 1 ? words.subject : subjectOfMany(count, locale),
      sections: [{ items, more: moreWords('notifications', more, locale) }],
    },
    `${publicUrl}/`,
    locale,
    `${publicUrl}/account`,
  );
  const attachments = await seatCalendar(reader._id, found, site);
  return { composed: { ...composed, ...(attachments.length > 0 && { attachments }) }, about: found.flatMap(peopleIn) };
};

async function itemsOf(docs: readonly NotificationDoc[], locale: Locale, publicUrl: string): Promise<MailItem[]> {
  const [people, mayName] = await Promise.all([loadPeople(docs.flatMap(peopleIn)), loadActorNaming(docs)]);
  const names = await societyNames(docs.flatMap(({ society }) => society ?? []));
  return docs.map((doc) => {
    const { actors, params } = namedParts(doc, people, (id) => mayName(doc, id), maskedWords(locale));
    const { type, count, society } = doc;
    return {
      ...itemWords({ type, params, actors, count, times: timesOf(doc) }, locale),
      link: `${publicUrl}${linkOf(doc)}`,
      why: whyWords(doc.why, locale),
      mute: muteOf({ type, society }, names, locale, publicUrl),
    };
  });
}

async function societyNames(ids: readonly Id[]): Promise<Map<string, string>> {
  const found = await Societies.find({ _id: { $in: ids } }, { name: 1 }).lean();
  return new Map(found.map(({ _id, name }) => [String(_id), name]));
}

/** Link to the question whether to mute the society or this type; following it changes nothing yet. */
function muteOf(
  doc: Pick<NotificationDoc, 'type' | 'society'>,
  names: ReadonlyMap<string, string>,
  locale: Locale,
  publicUrl: string,
): MuteLink {
  const name = followsSocietyMute(doc) ? names.get(String(doc.society)) : undefined;
  return { label: muteWords(name ?? null, locale), link: `${publicUrl}${mutePath(doc)}` };
}

/** Link to the question whether to mute a society. */
export const muteSociety = (society: Id, name: string, locale: Locale, publicUrl: string): MuteLink => ({
  label: muteWords(name, locale),
  link: `${publicUrl}/societies/${society}?mute=1`,
});
