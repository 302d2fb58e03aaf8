import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { type NewTermDate, readTermCalendar } from '#models/commands/term-calendar';
import { type getTermDates, mostTermDates, type setTermDates } from '#models/contract/term-dates';
import { newId } from '#models/db/model';
import { TermDates, termDateToWire } from '#models/db/term-dates';

export const getTermDatesAction: Action<typeof getTermDates> = async ({ from, to }, ctx) => {
  ctx.require('event.list');
  const found = await TermDates.find({ to: { $gte: from }, from: { $lte: to } })
    .limit(mostTermDates)
    .lean();
  const data = found.map(termDateToWire).sort((a, b) => (a.From < b.From ? -1 : 1));
  return { data, next: null };
};

/** Early work: checks the right, and reads the file. */
export async function readCalendar({ calendar }: { calendar: File }, ctx: Ctx): Promise<NewTermDate[]> {
  ctx.require('platform.manage');
  return readTermCalendar(new Uint8Array(await calendar.arrayBuffer()), ctx.settings.timeZone);
}

export const setTermDatesAction: Action<typeof setTermDates, NewTermDate[]> = async (_file, ctx, read) => {
  ctx.require('platform.manage');
  const dates = read().map((date) => ({ _id: newId(), ...date }));
  await transactionOf(ctx, async (session) => {
    await TermDates.deleteMany({}, { session });
    if (dates.length > 0) await TermDates.insertMany(dates, { session });
  });
  return { data: { dates: dates.length } };
};
