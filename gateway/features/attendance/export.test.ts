import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { exportAttendees } from '#models/contract/check-in';
import * as build from '#models/testing/builders';

const test = setUpTestApp();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function exported(startsAt: Date, checkedInAt: Date | null): Promise<string[]> {
  const society = await build.buildSociety();
  const event = await build.buildEvent({ society, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) });
  const add = async (name: string, over: object, at: number) =>
    build.buildAttendance({ event, user: await build.buildUser({ name }), at: hoursAgo(100 - at), ...over });
  await add('Amal', { checkedInAt }, 1);
  await add('=1+1', {}, 2);
  await add('Omar', { state: 'none' }, 3);
  const { data, headers } = await test.call(
    exportAttendees,
    { event_id: String(event._id) },
    await test.tokenFor({ _id: society.creator }),
  );
  expect(headers.get('content-disposition')).toBe('attachment; filename="attendees.csv"');
  return data.replace('\uFEFF', '').trim().split('\n');
}

it('an event over with check-in is exported with who came and who is a no-show; no name becomes a formula', async () => {
  const came = hoursAgo(20);
  expect(await exported(hoursAgo(20), came)).toEqual(
    [
      'Name,State,Since,Came_At,No_Show',
      `Amal,attending,${hoursAgo(99).toISOString().slice(0, 13)}`,
      `'=1+1,attending,${hoursAgo(98).toISOString().slice(0, 13)}`,
      `Omar,not_attending,${hoursAgo(97).toISOString().slice(0, 13)}`,
    ].map((start) => expect.stringContaining(start)),
  );
  const noShows = (await exported(hoursAgo(20), came)).map((line) => line.split(',').at(-1));
  expect(noShows).toEqual(['No_Show', 'no', 'yes', 'no']);
});

it('nobody is a no-show of an event without check-in, or before it is over', async () => {
  for (const lines of [await exported(hoursAgo(20), null), await exported(hoursAgo(0.5), hoursAgo(0.5))])
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['No_Show', 'no', 'no', 'no']);
});
