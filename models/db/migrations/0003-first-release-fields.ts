import { Events } from '../events.js';
import { JoinRequests } from '../join-requests.js';
import { toId } from '../model.js';
import { Notifications } from '../notifications.js';
import { Posts } from '../posts.js';
import { Users } from '../users.js';
import type { Migration } from './migration.js';

/** A field that documents of the first release lack, and what it means there. */
const added = [
  { model: Users, field: 'pendingEmail', value: null },
  { model: Users, field: 'suspendedFor', value: '' },
  { model: Users, field: 'notInterested', value: [] },
  { model: Events, field: 'cancelReason', value: '' },
  { model: Events, field: 'remindedFor24', value: null },
  { model: Events, field: 'remindedFor1', value: null },
  { model: JoinRequests, field: 'nudgedAt', value: null },
  { model: Notifications, field: 'version', value: 1 },
  { model: Notifications, field: 'seenVersion', value: 0 },
];

async function setDefaults(): Promise<number> {
  let changed = 0;
  for (const { model, field, value } of added) {
    const { modifiedCount } = await model.collection.updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
    changed += modifiedCount;
  }
  const { modifiedCount } = await Users.collection.updateMany({ lastSeenAt: { $exists: true } }, { $unset: { lastSeenAt: 1 } });
  return changed + modifiedCount;
}

const societyLink = /^\/societies\/([0-9a-f]{24})/;
const postLink = /^\/posts\/([0-9a-f]{24})/;

/** Society of a notification's page; null for a page without one and for a removed post. */
async function societyOf(link: string) {
  const [, society] = societyLink.exec(link) ?? [];
  if (society !== undefined) return toId(society);
  const [, post] = postLink.exec(link) ?? [];
  if (post === undefined) return null;
  return (await Posts.findById(post, { society: 1 }).lean())?.society ?? null;
}

/** Stores the society of each notification, so that it goes when its owner loses access to that society. */
async function setSocieties(): Promise<number> {
  let changed = 0;
  const missing = Notifications.find({ society: { $exists: false } }, { link: 1 }).lean();
  for await (const { _id, link } of missing.cursor()) {
    const society = await societyOf(link);
    const { modifiedCount } = await Notifications.updateOne({ _id, society: { $exists: false } }, { $set: { society } });
    changed += modifiedCount;
  }
  return changed;
}

export const firstReleaseFields: Migration = {
  id: '0003-first-release-fields',
  up: async () => (await setDefaults()) + (await setSocieties()),
};
