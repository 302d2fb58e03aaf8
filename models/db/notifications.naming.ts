import type { NamedMemberFacts } from '#models/policies/facts';
import { can } from '#models/policies/index';
import { Activities } from './activities.js';
import { namedKey, namedLoader } from './consents.js';
import { Events } from './events.js';
import { roleKey, roleLoader } from './memberships.js';
import { type Id, toId } from './model.js';
import { viewerInSocieties } from './naming.loaders.js';
import type { NotificationDoc } from './notifications.js';
import { peopleIn } from './notifications.people.js';
import { Posts } from './posts.js';
import { Reports } from './reports.js';
import { isSensitive, societyLoader } from './societies.js';

type Named = Pick<NotificationDoc, 'user' | 'society' | 'type' | 'params' | 'key' | 'link' | 'actors'>;

const linked = /^\/(societies|events|posts)\/([0-9a-f]{24})/;
/** Notification of one record, report or moderated object, whose link may not say where it happened. */
const ofRecord = /^(person|report|moderated):([0-9a-f]{24})$/;

/** Societies of these events, posts, records, reports or reported objects. */
async function parentsOf(kind: string, ids: Id[]): Promise<{ id: Id; society: Id | null }[]> {
  const among = { $in: ids };
  if (kind === 'moderated')
    return (await Reports.find({ object: among }, { object: 1, society: 1 }).lean()).map(({ object, society }) => ({
      id: object,
      society,
    }));
  const read = {
    events: () => Events.find({ _id: among }, { society: 1 }).lean(),
    posts: () => Posts.find({ _id: among }, { society: 1 }).lean(),
    person: () => Activities.find({ _id: among }, { society: 1 }).lean(),
    report: () => Reports.find({ _id: among }, { society: 1 }).lean(),
  }[kind as 'events' | 'posts' | 'person' | 'report'];
  return (await read()).map(({ _id, society }) => ({ id: _id, society }));
}

/** Society in which it happened, by notification; personal ones say it only by what they link to, or by their record. */
async function societiesOf(docs: readonly Named[]): Promise<Map<Named, string>> {
  const found = new Map<Named, string>();
  const kinds = ['events', 'posts', 'person', 'report', 'moderated'] as const;
  const waiting = new Map(kinds.map((kind) => [kind as string, new Map<string, Named[]>()]));
  for (const doc of docs) {
    const [, kind, id = ''] = linked.exec(doc.link) ?? ofRecord.exec(doc.key) ?? [];
    if (doc.society) found.set(doc, String(doc.society));
    else if (kind === 'societies') found.set(doc, id);
    else if (kind) {
      const those = waiting.get(kind);
      those?.set(id, [...(those.get(id) ?? []), doc]);
    }
  }
  for (const [kind, those] of waiting) {
    if (those.size === 0) continue;
    for (const { id, society } of await parentsOf(kind, [...those.keys()].map(toId)))
      for (const doc of those.get(String(id)) ?? []) if (society) found.set(doc, String(society));
  }
  return found;
}

/**
 * Loads whether the recipients may be shown the actors and other people of their notifications by name, as of now: in an app's list, a mail or a
 * push.
 */
export async function loadActorNaming(docs: readonly Named[]): Promise<(doc: Named, actor: Id) => boolean> {
  const societyOf = await societiesOf(docs.filter((doc) => peopleIn(doc).length > 0));
  const societies = await societyLoader.cachedMany(societyOf.values());
  const sensitive = new Set([...societies].filter(([, society]) => isSensitive(society)).map(([id]) => id));
  const about = [...societyOf].filter(([, society]) => sensitive.has(society));
  if (about.length === 0) return () => true;
  const [roles, consented] = await Promise.all([
    roleLoader.freshMany(about.map(([{ user }, society]) => roleKey(society, user))),
    namedLoader.freshMany(about.flatMap(([doc, society]) => peopleIn(doc).map((person) => namedKey(society, person)))),
  ]);
  return (doc, actor) => {
    const society = societyOf.get(doc);
    if (society === undefined || !sensitive.has(society)) return true;
    const role = roles.get(roleKey(society, doc.user));
    const viewer = viewerInSocieties(String(doc.user), new Map(role ? [[society, role]] : []));
    const facts: NamedMemberFacts = { society, user: String(actor), sensitive: true, consented: consented.has(namedKey(society, actor)) };
    return can(viewer, 'person.name', facts);
  };
}
