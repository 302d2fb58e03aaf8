import type { Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import type { InputOf } from '#models/contract/define';
import { createEvent } from '#models/contract/event-changes';
import { dataOf } from '../support/calls.js';
import { type Cast, type CastRole, expect, nextWeek, test } from '../support/cast.js';
import { localIn } from '../support/found.js';
import { live } from '../support/posts.js';

const desktop = { width: 1440 } as const;
const phone = { language: 'ar', width: 390 } as const;
const minute = 60_000;

/** An event of the open society, to come in a week if `over` says nothing else: its id. */
function newEvent(cast: Cast, title: string, over: Partial<InputOf<typeof createEvent>> = {}): Promise<string> {
  const place = { society_id: cast.open.id, date: nextWeek(), time: '18:00', location: 'Hall B' };
  const words = { title, description: 'Bring your ticket and a warm jacket.', category: 'Social' } as const;
  return dataOf(cast.as('admin')(createEvent, { ...place, ...words, ...over }));
}

async function attend(cast: Cast, event_id: string, ...roles: CastRole[]): Promise<void> {
  for (const role of roles) await dataOf(cast.as(role)(toggleAttendance, { event_id, status: 'attending' }));
}

const wait = (cast: Cast, event_id: string, role: CastRole) => dataOf(cast.as(role)(toggleAttendance, { event_id, status: 'waiting' }));

/** The digits on a door screen. */
const digits = (screen: Page) => screen.getByText(/^\d{3} \d{3}$/);
const codeOn = async (screen: Page): Promise<string> => (await digits(screen).innerText()).replace(' ', '');

/** Waits for the next code on a door screen. */
async function nextCode(screen: Page): Promise<void> {
  const shown = await digits(screen).innerText();
  await expect(digits(screen)).not.toHaveText(shown, { timeout: 20_000 });
}

test('people check themselves in by the code on the door screen, and an old code is refused', async ({ cast }) => {
  // Waits for two changes of the code.
  test.slow();
  const [start, end] = [localIn(30 * minute), localIn(150 * minute)];
  const event = await newEvent(cast, 'Lanterns on the roof', { ...start, end_date: end.date, end_time: end.time });
  await attend(cast, event, 'member', 'outsider');
  const [screen, list] = [await cast.page('admin', desktop), await cast.page('moderator', desktop)];
  const [guest, other] = [await cast.page('member', phone), await cast.page('outsider', desktop)];
  await screen.goto(`/events/${event}`);
  await screen.getByRole('link', { name: 'Door screen' }).click();
  await expect(screen.getByText('0 of 2 checked in')).toBeVisible();
  await list.goto(`/events/${event}/attendees`);
  await expect(list.getByRole('button', { name: `Check in ${cast.people.member.name}` })).toBeVisible();

  const old = await codeOn(screen);
  await guest.goto(`/events/${event}/here`);
  await nextCode(screen);
  await nextCode(screen);
  await guest.getByRole('textbox', { name: 'الرمز على شاشة الباب' }).fill(old);
  await guest.getByRole('button', { name: 'وصلت' }).click();
  await expect(guest.getByText('انتهت صلاحية هذا الرمز. يُرجى النظر إلى الشاشة من جديد.')).toBeVisible();
  await expect(screen.getByText('0 of 2 checked in')).toBeVisible();

  await guest.getByRole('textbox', { name: 'الرمز على شاشة الباب' }).fill(await codeOn(screen));
  await guest.getByRole('button', { name: 'وصلت' }).click();
  await expect(guest.getByText(/^سُجّل وصولك الساعة/)).toBeVisible();
  await expect(list.getByRole('button', { name: `Undo the check-in of ${cast.people.member.name}` })).toBeVisible(live);
  await expect(screen.getByText('1 of 2 checked in')).toBeVisible(live);

  await other.goto(`/events/${event}/here?code=${await codeOn(screen)}`);
  await expect(other.getByText(/^You were checked in at /)).toBeVisible();
  await expect(other).toHaveURL(new RegExp(`/events/${event}/here$`));
  await expect(screen.getByText('2 of 2 checked in')).toBeVisible(live);
});

test('a steward gets the door on the open page, and loses it there when the organizers end it', async ({ cast }) => {
  const event = await newEvent(cast, 'An evening of riddles');
  const { name } = cast.people.member;
  const [organizer, helper] = [await cast.page('admin', desktop), await cast.page('member', phone)];
  await helper.goto(`/events/${event}`);
  await expect(helper.getByRole('heading', { level: 1 })).toHaveText('An evening of riddles');
  const door = helper.getByRole('navigation', { name: 'لفريق الباب' });
  await expect(door).toHaveCount(0);
  await organizer.goto(`/events/${event}/attendees`);
  await organizer.getByRole('searchbox', { name: 'Find a member or an attendee' }).fill(name);
  await organizer.getByRole('button', { name: `Add ${name} as a steward` }).click();
  await expect(door).toBeVisible(live);
  await door.getByRole('link', { name: 'تسجيل الوصول' }).click();
  await expect(helper.getByRole('region', { name: 'عند الباب' })).toBeVisible();
  await helper.goto('/notifications');
  const notification = helper.getByRole('link', { name: /^أنت من فريق الباب.*An evening of riddles/ });
  await expect(notification).toBeVisible();
  await notification.click();
  await expect(door).toBeVisible();
  await door.getByRole('link', { name: 'تسجيل الوصول' }).click();
  await expect(helper.getByRole('region', { name: 'عند الباب' })).toBeVisible();
  await organizer.getByRole('button', { name: `Remove ${name} as a steward` }).click();
  await expect(helper.getByRole('heading', { name: 'قائمة الحضور للمنظّمين فقط' })).toBeVisible(live);
  await helper.goto('/notifications');
  await expect(helper.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notification).toHaveCount(0);
});

/** Text about the attendees on the page of an event. */
const attendees = (page: Page, label: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[text()="${label}"]`) });

test('a seat that is given up is offered on the open page of the first who waits, and taken there', async ({ cast }) => {
  const event = await newEvent(cast, 'Two chairs and a telescope', { max_attendees: 2, offer_seats: true });
  await attend(cast, event, 'outsider', 'invited');
  await wait(cast, event, 'member');
  await wait(cast, event, 'moderator');
  const [organizer, goer] = [await cast.page('admin', desktop), await cast.page('outsider', desktop)];
  const [first, second] = [await cast.page('member', phone), await cast.page('moderator', desktop)];
  for (const page of [organizer, goer, first, second]) await page.goto(`/events/${event}`);
  await expect(first.getByText('رقمك في قائمة الانتظار: 1')).toBeVisible();
  await expect(second.getByText('You are number 2 on the waiting list.')).toBeVisible();
  await expect(attendees(organizer, 'Attendees')).toHaveText('2');

  await goer.getByRole('button', { name: 'Going' }).click();
  const offer = first.getByRole('region', { name: 'مقعد محجوز لك' });
  await expect(offer).toBeVisible(live);
  await expect(offer.getByRole('timer')).toHaveText(/^لك حتى الساعة/);
  await expect(attendees(organizer, 'Attendees')).toHaveText('1', live);
  await expect(goer.getByText('Full · waiting list').first()).toBeVisible();
  await expect(second.getByRole('region', { name: 'A seat is free for you' })).toHaveCount(0);

  await offer.getByRole('button', { name: 'قبول المقعد' }).click();
  await expect(first.getByText('حضورك مؤكد').first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  for (const page of [organizer, goer, second]) await expect(attendees(page, 'Attendees')).toHaveText('2', live);
  await expect(second.getByText('You are number 1 on the waiting list.')).toBeVisible(live);
  await organizer.reload();
  await expect(attendees(organizer, 'Attendees')).toHaveText('2');
});

test('a question about an event and its answer appear on both open pages', async ({ cast }) => {
  const event = await newEvent(cast, 'A walk along the wall');
  const [organizer, asker] = [await cast.page('admin', desktop), await cast.page('member', phone)];
  for (const page of [organizer, asker]) await page.goto(`/events/${event}`);
  const [theirs, own] = [organizer.getByRole('region', { name: 'Questions' }), asker.getByRole('region', { name: 'الأسئلة' })];
  await expect(theirs.getByText('No questions yet. When someone asks one, you can answer it here.')).toBeVisible();
  await own.getByRole('textbox', { name: 'سؤال للمنظمين' }).fill('أين نلتقي؟');
  await own.getByRole('button', { name: 'طرح السؤال' }).click();
  const asked = theirs.getByRole('listitem').filter({ hasText: 'أين نلتقي؟' });
  await expect(asked).toContainText('No answer yet', live);
  await asked.getByRole('button', { name: 'Answer', exact: true }).click();
  await asked.getByRole('textbox', { name: 'Answer to “أين نلتقي؟”' }).fill('At the northern gate.');
  await asked.getByRole('button', { name: 'Publish answer' }).click();
  const answered = own.getByRole('listitem').filter({ hasText: 'أين نلتقي؟' });
  await expect(answered).toContainText('At the northern gate.', live);
  await expect(answered).toContainText('المنظمون');
  await asked.getByRole('button', { name: 'Edit answer' }).click();
  await asked.getByRole('textbox', { name: /^Answer to/ }).fill('At the southern gate.');
  await asked.getByRole('button', { name: 'Publish answer' }).click();
  await expect(answered).toContainText('At the southern gate.', live);
  await answered.getByRole('button', { name: 'سحب السؤال' }).click();
  await asker.getByRole('dialog').getByRole('button', { name: 'سحب السؤال' }).click();
  await expect(asked).toHaveCount(0, live);
});
