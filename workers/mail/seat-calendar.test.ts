import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordMail } from '#models/bus/mails';
import { buildAttendance, buildEvent, buildNotification, buildSociety, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { type MailBox, openMailBox } from './mailbox-for-tests.js';

let bus: TestBus;
let box: MailBox;
beforeAll(async () => {
  bus = await startTestBus();
  box = await openMailBox();
});
afterAll(async () => {
  await box.remove();
  await bus.close();
});

/** The attached file, decoded. */
const calendarOf = (eml: string): string =>
  Buffer.from(/filename="?nadi\.ics"?[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(eml)?.[1] ?? '', 'base64').toString();

async function mailAbout(type: 'seat_given' | 'post_liked', over: Parameters<typeof buildEvent>[0] = {}) {
  const [user, event] = [await buildUser(), await buildEvent({ title: 'Tournament', ...over })];
  await buildAttendance({ user, event });
  const key = `${type === 'seat_given' ? 'seat' : 'like'}:${event._id}`;
  const notification = await buildNotification({ user, type, key, society: event.society, params: { title: 'Tournament' } });
  await recordMail({ kind: 'notifications', user: user._id, items: [notification._id] });
  const [mail] = await box.mailsTo(user);
  return { event, mail: mail! };
}

it('a mail that confirms a seat has the event as a calendar file', async () => {
  const { event, mail } = await mailAbout('seat_given', { date: '2027-03-09', time: '18:30' });
  expect(mail.eml).toMatch(/Content-Type: text\/calendar/);
  const [found] = new ICAL.Component(ICAL.parse(calendarOf(mail.eml))).getAllSubcomponents('vevent');
  const read = new ICAL.Event(found!);
  expect([read.uid, read.summary]).toEqual([`${event._id}@nadi`, 'Tournament']);
});

it('other mails have no calendar file', async () => {
  const { mail } = await mailAbout('post_liked');
  expect(mail.eml).not.toContain('text/calendar');
});

it('a mail about a seat has no calendar file of an event that its reader may no longer see', async () => {
  const society = await buildSociety({ privacy: { visibility: 'private' } });
  const { mail } = await mailAbout('seat_given', { society });
  expect(mail?.eml ?? '').not.toContain('text/calendar');
});
