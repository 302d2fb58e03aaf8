import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { calendarFile } from '#models/commands/calendar-file';
import { getCalendarFile, type getCalendarKeys, type makeCalendarKey, type revokeCalendarKey } from '#models/contract/calendar-feeds';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { feedOfCategory, feedOfPerson, feedOfSocieties, feedOfSociety } from '#models/db/calendar-feeds';
import {
  type CalendarKeyDoc,
  CalendarKeys,
  calendarKeyToWire,
  dropCalendarKey,
  newCalendarKey,
  subscriptionOfKey,
} from '#models/db/calendar-keys';
import type { EventDoc } from '#models/db/events';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { societyFacts, societyLoader } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { type LoadedViewer, loadViewer } from '#models/db/viewer';
import { type Asker, askerFor } from '#models/policies/index';

interface Feed {
  name: string;
  /** Reader of the feed: for a private feed the owner of its key. */
  asker: Asker;
  events: EventDoc[];
}

async function eventFeed(ctx: Ctx, id: string): Promise<Feed> {
  const { event } = (await findEvent(ctx, toId(id))) ?? fail('not_found');
  return { name: event.title, asker: ctx, events: [event] };
}

async function societyFeed(ctx: Ctx, id: string): Promise<Feed> {
  const { society, facts } = (await findSociety(ctx, toId(id))) ?? fail('not_found');
  ctx.require('society.events', facts);
  return { name: society.name, asker: ctx, events: await feedOfSociety(society._id) };
}

/** Events of a subscription, by what its owner may see now; null if its society is closed to the owner. */
async function eventsOf({ kind, society, category }: CalendarKeyDoc, viewer: LoadedViewer): Promise<Omit<Feed, 'asker'> | null> {
  if (kind === 'societies') return { name: 'Nadi', events: await feedOfSocieties([...viewer.roles.keys()].map(toId)) };
  if (category) return { name: category, events: await feedOfCategory(category) };
  if (!society) return { name: 'Nadi', events: await feedOfPerson(viewer._id) };
  const found = await findSociety(askerFor(viewer), society);
  if (!found || !askerFor(viewer).can('society.events', found.facts)) return null;
  return { name: found.society.name, events: await feedOfSociety(society) };
}

async function keyFeed({ settings }: Ctx, key: string): Promise<Feed> {
  const subscription = (await subscriptionOfKey(key)) ?? fail('not_found');
  const viewer = await loadViewer(subscription.user, { ...settings, emailVerification: false });
  const feed = viewer && !viewer.suspended ? await eventsOf(subscription, viewer) : null;
  return viewer && feed ? { ...feed, asker: askerFor(viewer) } : fail('not_found');
}

function feedFor(ctx: Ctx, { event_id, society_id, key }: ParsedOf<typeof getCalendarFile>): Promise<Feed> {
  if (key) return keyFeed(ctx, key);
  if (event_id) return eventFeed(ctx, event_id);
  return society_id ? societyFeed(ctx, society_id) : fail('validation_failed', { event_id: fieldTexts.required });
}

/** Serves a calendar feed. Each event is authorized for the feed's reader as of now. */
export const getCalendarFileAction: Action<typeof getCalendarFile> = async (input, ctx) => {
  ctx.require('event.list');
  const { timeZone, publicUrl } = ctx.settings;
  const { name, asker, events } = await feedFor(ctx, input);
  const docs = new Map(events.map((event) => [String(event._id), event]));
  const shown = (await eventsForViewer(asker, events, { withFaces: false })).flatMap((event) => {
    const doc = docs.get(event.ID);
    return doc ? [[event, doc] as const] : [];
  });
  return { data: calendarFile({ name, zone: timeZone, publicUrl, events: shown }), filename: 'nadi.ics' };
};

/** Subscription that the input names; of a society only if the caller may see its events. */
async function subscriptionFrom(ctx: Ctx, { kind, society_id, category }: ParsedOf<typeof makeCalendarKey>) {
  if (kind === 'category')
    return { kind, society: null, category: category ?? fail('validation_failed', { category: fieldTexts.required }) };
  if (kind !== 'society') return { kind, society: null, category: null };
  const id = society_id ?? fail('validation_failed', { society_id: fieldTexts.required });
  const { society, facts } = (await findSociety(ctx, toId(id))) ?? fail('not_found');
  ctx.require('society.events', facts);
  return { kind, society: society._id, category: null };
}

export const makeCalendarKeyAction: Action<typeof makeCalendarKey> = async (input, ctx) => {
  ctx.require('account.edit');
  const { id, key } = await newCalendarKey(ctx.me._id, await subscriptionFrom(ctx, input));
  return { data: { ID: String(id), key, url: `${ctx.settings.publicUrl}${getCalendarFile.path}?key=${key}` } };
};

export const getCalendarKeysAction: Action<typeof getCalendarKeys> = async (_nothing, ctx) => {
  const keys = await CalendarKeys.find({ user: ctx.me._id }).lean();
  const societies = await societyLoader.cachedMany(keys.flatMap(({ society }) => society ?? []));
  // The name of a society that is closed to the caller now is not shown.
  const nameOf = (society: CalendarKeyDoc['society']) => {
    const found = society && societies.get(String(society));
    return found && ctx.can('society.see', societyFacts(found)) ? found.name : undefined;
  };
  const newestFirst = keys.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { data: newestFirst.map((key) => calendarKeyToWire(key, nameOf(key.society))), next: null };
};

export const revokeCalendarKeyAction: Action<typeof revokeCalendarKey> = async ({ subscription_id }, ctx) => {
  ctx.require('account.edit');
  await dropCalendarKey(ctx.me._id, subscription_id === undefined ? undefined : toId(subscription_id));
  return { data: { revoked: true } };
};
