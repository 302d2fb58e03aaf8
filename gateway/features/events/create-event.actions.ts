import { transactionOf } from '#gateway/plugins/caller';
import type { CreatingAction } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { type createEvent, endFaults, startFaults } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { incrementCounters } from '#models/db/counters';
import { Events } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import { toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { newEvent } from './new-event.js';

/** Dates and times are those of the university's time zone. */
export const createEventAction: CreatingAction<typeof createEvent, string> = {
  check(input, { settings }) {
    const now = localOf(new Date(), settings.timeZone);
    const faults = { ...endFaults(input, now), ...startFaults(input, now) };
    if (Object.keys(faults).length > 0) fail('validation_failed', faults);
  },
  async prepare(input, ctx) {
    const found = (await findSociety(ctx, toId(input.society_id))) ?? fail('not_found');
    ctx.require('society.createEvents', found.facts);
    return {
      async create(keep) {
        const event = newEvent(input, found.society, ctx.me._id, ctx.settings.timeZone);
        const { _id, society, creator, open } = event;
        const record = await transactionOf(ctx, async (session) => {
          await Events.create([event], { session });
          await keep(session, String(_id));
          return recordActivity(session, { actor: creator, verb: 'event.created', object: _id, society, open });
        });
        if (await incrementCounters(Societies, society, { inc: { events: 1 }, since: record.doc.at })) publish(record);
        return { data: String(_id) };
      },
      recall: async (id) => ({ data: id }),
    };
  },
};
