import type { Page } from 'playwright/test';
import { attendSeries, createSeries, getSeries } from '#models/contract/event-series';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { live } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { asked } = demoSocieties;
const dayMs = 86_400_000;
/** A day to come at the university. */
const dayAhead = (days: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(Date.now() + days * dayMs);
const fields = {
  society_id: asked.id,
  description: 'Paper, string and a good wind.',
  category: 'Social',
  time: '17:00',
  location: 'The hill',
} as const;

/** Texts on the screens of the journey. */
const words = {
  en: {
    title: 'Event title',
    description: 'Description',
    category: 'Social',
    next: 'Next Step',
    start: 'Start time',
    repeats: 'Repeats',
    number: 'Number of meetings',
    meetings: '4 meetings, all at the same local time',
    place: 'Location',
    create: 'Create Event',
    created: '4 meetings have been created',
    position: 'Meeting 2 of 4',
    attend: 'Attend all remaining',
    sum: 'You are going to 4 meetings.',
    edit: 'Edit',
    save: 'Save Changes',
    following: 'This and the following (3)',
    saved: '3 meetings updated',
    moved: '6:30 PM',
  },
  ar: {
    title: 'عنوان الفعالية',
    description: 'الوصف',
    category: 'اجتماعي',
    next: 'الخطوة التالية',
    start: 'وقت البداية',
    repeats: 'التكرار',
    number: 'عدد اللقاءات',
    meetings: '4 لقاءات، كلها في الساعة المحلية نفسها',
    place: 'المكان',
    create: 'إنشاء الفعالية',
    created: 'أُنشئت 4 لقاءات',
    position: 'اللقاء 2 من 4',
    attend: 'حضور كل اللقاءات المتبقية',
    sum: 'حضورك مؤكد في 4 لقاءات.',
    edit: 'تعديل',
    save: 'حفظ التغييرات',
    following: 'هذا اللقاء وما بعده (3)',
    saved: 'حُفظت التغييرات في 3 لقاءات',
    moved: '6:30 م',
  },
} as const;
type Words = (typeof words)['en' | 'ar'];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const series = (page: Page, text: Words) => page.getByRole('region', { name: text.position });

async function plan(page: Page, text: Words, title: string): Promise<void> {
  await page.goto(`/societies/${asked.id}/events/new`);
  await page.getByRole('textbox', { name: text.title }).fill(title);
  await page.getByRole('textbox', { name: text.description }).fill(fields.description);
  await page.getByRole('radio', { name: text.category }).check();
  await press(page, text.next);
  await page.locator('input[name="date"]').fill(dayAhead(6));
  await page.getByLabel(text.start).fill('17:00');
  await page.getByLabel(text.repeats).selectOption('week');
  await page.getByRole('textbox', { name: text.number }).fill('4');
  await expect(page.getByText(text.meetings)).toBeVisible();
  await page.getByRole('textbox', { name: text.place }).fill(fields.location);
  await press(page, text.next);
  await press(page, text.create);
  await expect(page.getByText(text.created)).toBeVisible();
}

// Two people, a form of three steps and several pages.
test.setTimeout(180_000);

for (const locale of ['en', 'ar'] as const)
  for (const width of [1440, 390])
    test(`a series is planned, attended in one press, and its following meetings are moved: ${locale} at ${width}`, async ({
      app,
      signedIn,
    }) => {
      const text: Words = words[locale];
      const [organiser, member] = [await signedIn('societyAdmin', { locale }), await signedIn('member', { locale })];
      for (const page of [organiser, member]) await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      const title = `Kites ${locale} ${width} ${Date.now()}`;
      await plan(organiser, text, title);
      const ask = await callsOf(app.address, demoAccounts.member.email);
      const first = await organiser.getByRole('article', { name: title }).first().getByRole('link').first().getAttribute('href');
      const meetings = await dataOf(ask(getSeries, { event_id: String(first).split('/').at(-1) ?? '', limit: 100 }));
      expect(meetings.map(({ Time }) => Time)).toEqual(Array(4).fill('17:00'));
      const second = `/events/${meetings[1]?.ID}`;
      await member.goto(second);
      await expect(series(member, text).getByRole('listitem')).toHaveCount(4);
      await press(member, text.attend);
      await expect(series(member, text).getByText(text.sum)).toBeVisible();
      await organiser.goto(second);
      await organiser.getByRole('link', { name: text.edit, exact: true }).click();
      await organiser.getByLabel(text.start).fill('18:30');
      await press(organiser, text.save);
      const dialog = organiser.getByRole('dialog');
      await dialog.getByRole('radio', { name: text.following }).check();
      await dialog.getByRole('button', { name: text.save }).click();
      await expect(organiser.getByText(text.saved)).toBeVisible();
      await expect(series(member, text).getByText(text.moved)).toHaveCount(3, live);
    });

test('a full meeting puts on its waiting list, and a failure is taken back', async ({ app, signedIn }) => {
  const admin = await callsOf(app.address, demoAccounts.societyAdmin.email);
  const input = {
    ...fields,
    title: `One seat ${Date.now()}`,
    date: dayAhead(4),
    max_attendees: 1,
    repeat: { every: 'week', count: 3 },
  } as const;
  const { event_ids } = await dataOf(admin(createSeries, input));
  const [event_id = ''] = event_ids;
  await dataOf(admin(attendSeries, { event_id, status: 'attending' }));
  const member = await signedIn('member');
  await member.goto(`/events/${event_id}`);
  await member.route(`**${attendSeries.path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await press(member, 'Attend all remaining');
  await expect(member.getByText('Failed to update attendance')).toBeVisible();
  const card = member.getByRole('region', { name: 'Meeting 1 of 3' });
  await expect(card.getByText('Full · waiting list')).toHaveCount(3);
  await member.unroute(`**${attendSeries.path}`);
  await press(member, 'Attend all remaining');
  await expect(card.getByText('You are on the waiting list for 3 meetings.')).toBeVisible();
});

test('an event is copied without its day', async ({ app, signedIn }) => {
  const admin = await callsOf(app.address, demoAccounts.societyAdmin.email);
  const input = { ...fields, title: `Copied ${Date.now()}`, date: dayAhead(5), repeat: { every: 'fortnight', count: 2 } } as const;
  const { event_ids } = await dataOf(admin(createSeries, input));
  const page = await signedIn('societyAdmin');
  await page.goto(`/events/${event_ids[0]}`);
  await page.getByRole('link', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Event title' })).toHaveValue(input.title);
  await press(page, 'Next Step');
  await expect(page.locator('input[name="date"]')).toHaveValue('');
  await page.locator('input[name="date"]').fill(dayAhead(5));
  await expect(page.getByRole('region', { name: 'Also on at that time' })).toContainText(input.title);
});
