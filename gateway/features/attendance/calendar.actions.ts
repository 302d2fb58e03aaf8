import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { getCalendarFile, type makeCalendarKey, type revokeCalendarKey } from '#models/contract/calendar-feeds';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { dropCalendarKey, feedOfPerson, feedOfSociety, newCalendarKey, viewerOfKey } from '#models/db/calendar-feeds';
import type { EventDoc } from '#models/db/events';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';
import { type Asker, askerFor } from '#models/policies/index';
import { calendarFile } from './calendar-file.js';

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

async function ownFeed(key: string): Promise<Feed> {
  const viewer = (await viewerOfKey(key)) ?? fail('not_found');
  return { name: 'Nadi', asker: askerFor(viewer), events: await feedOfPerson(viewer._id) };
}

function feedFor(ctx: Ctx, { event_id, society_id, key }: ParsedOf<typeof getCalendarFile>): Promise<Feed> {
  if (key) return ownFeed(key);
  if (event_id) return eventFeed(ctx, event_id);
  return society_id ? societyFeed(ctx, society_id) : fail('validation_failed', { event_id: fieldTexts.required });
}

/** Serves a calendar feed. Each event is authorized for the feed's reader as of now. */
export const getCalendarFileAction: Action<typeof getCalendarFile> = async (input, ctx) => {
  ctx.require('event.list');
  const { timeZone, publicUrl } = ctx.settings;
  const { name, asker, events } = await feedFor(ctx, input);
  const docs = new Map(events.map((event) => [String(event._id), event]));
  const shown = (await eventsForViewer(asker, events)).flatMap((event) => {
    const doc = docs.get(event.ID);
    return doc ? [[event, doc] as const] : [];
  });
  return { data: calendarFile({ name, zone: timeZone, publicUrl, events: shown }), filename: 'nadi.ics' };
};

export const makeCalendarKeyAction: Action<typeof makeCalendarKey> = async (_input, ctx) => {
  ctx.require('account.edit');
  const key = await newCalendarKey(ctx.me._id);
  return { data: { key, url: `${ctx.settings.publicUrl}${getCalendarFile.path}?key=${key}` } };
};

export const revokeCalendarKeyAction: Action<typeof revokeCalendarKey> = async (_input, ctx) => {
  ctx.require('account.edit');
  await dropCalendarKey(ctx.me._id);
  return { data: { revoked: true } };
};
