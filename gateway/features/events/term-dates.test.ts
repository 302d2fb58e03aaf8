import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { fieldTexts } from '#models/contract/errors';
import { getTermDates, setTermDates } from '#models/contract/term-dates';
import { TermDates } from '#models/db/term-dates';
import { buildUser } from '#models/testing/builders';

const app = setUpTestApp();
let token: string;
beforeAll(async () => {
  token = await app.tokenFor(await buildUser({ role: 'admin' }));
});
beforeEach(async () => {
  await TermDates.deleteMany({});
});

const calendar = (...lines: string[]): File =>
  new File([['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Uni//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')], 'term.ics');
const event = (summary: string, ...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${summary}`,
  `SUMMARY:${summary}`,
  ...lines,
  'END:VEVENT',
];
const put = (file: File) => app.call(setTermDates, { calendar: file }, token);
const between = async (from: string, to: string) =>
  (await app.call(getTermDates, { from, to })).data.map(({ Name, From, To }) => [Name, From, To]);

describe("the university's exams and holidays", () => {
  it('come from an iCalendar file, with an exclusive end, and are found by any day that they touch', async () => {
    const file = calendar(
      ...event('Finals', 'DTSTART;VALUE=DATE:20270601', 'DTEND;VALUE=DATE:20270613'),
      ...event('Independence Day', 'DTSTART;VALUE=DATE:20270525'),
      ...event('Registration', 'DTSTART:20270630T220000Z', 'DTEND:20270701T100000Z'),
      ...event('Orientation', 'DTSTART;TZID=Asia/Amman:20270702T090000', 'DTEND;TZID=Asia/Amman:20270703T000000'),
      ...event('Called off', 'DTSTART;VALUE=DATE:20270610', 'STATUS:CANCELLED'),
    );
    expect((await put(file)).data).toEqual({ dates: 4 });
    expect(await between('2027-05-01', '2027-07-31')).toEqual([
      ['Independence Day', '2027-05-25', '2027-05-25'],
      ['Finals', '2027-06-01', '2027-06-12'],
      ['Registration', '2027-07-01', '2027-07-01'],
      ['Orientation', '2027-07-02', '2027-07-02'],
    ]);
    expect(await between('2027-06-12', '2027-06-20')).toEqual([['Finals', '2027-06-01', '2027-06-12']]);
    expect(await between('2027-06-13', '2027-06-20')).toEqual([]);
  });

  it('that recur are each occurrence', async () => {
    await put(calendar(...event('Reading day', 'DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=WEEKLY;COUNT=3')));
    expect((await between('2027-03-01', '2027-04-30')).map(([, from]) => from)).toEqual(['2027-03-01', '2027-03-08', '2027-03-15']);
  });

  const series = (...lines: string[]) => event('Club fair', 'DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=WEEKLY;COUNT=4', ...lines);
  const exception = (uid: string, day: string, ...lines: string[]) => event(uid, `RECURRENCE-ID;VALUE=DATE:${day}`, ...lines);

  it('that recur leave out a cancelled occurrence, and move a moved one', async () => {
    const file = calendar(
      ...series(),
      ...exception('Club fair', '20270308', 'DTSTART;VALUE=DATE:20270308', 'STATUS:CANCELLED'),
      ...exception('Club fair', '20270315', 'DTSTART;VALUE=DATE:20270317'),
      ...exception('Another fair', '20270322', 'DTSTART;VALUE=DATE:20270325'),
    );
    expect((await put(file)).data).toEqual({ dates: 4 });
    expect(await between('2027-03-01', '2027-04-30')).toEqual([
      ['Club fair', '2027-03-01', '2027-03-01'],
      ['Club fair', '2027-03-17', '2027-03-17'],
      ['Club fair', '2027-03-22', '2027-03-22'],
      ['Another fair', '2027-03-25', '2027-03-25'],
    ]);
  });

  it.each([
    'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3',
    'FREQ=DAILY;BYDAY=MO,WE;COUNT=3',
    'FREQ=MONTHLY;BYDAY=1MO;COUNT=3',
    'FREQ=YEARLY;BYMONTH=3;COUNT=3',
  ])('recur by the rule %s', async (rule) => {
    expect((await put(calendar(...event('Fair', 'DTSTART;VALUE=DATE:20270301', `RRULE:${rule}`)))).data).toEqual({ dates: 3 });
  });

  it.each([
    ['days that no month has', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['last days by the day', 'RRULE:FREQ=DAILY;BYMONTHDAY=-1'],
    ['numbered weekdays by the day', 'RRULE:FREQ=DAILY;BYDAY=1MO'],
    ['a weekday that its interval never meets', 'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU'],
    ['one month of a monthly rule', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'],
    ['a fifth weekday that its interval never meets', 'RRULE:FREQ=MONTHLY;INTERVAL=4800;BYDAY=5WE'],
    ['hours', 'RRULE:FREQ=HOURLY'],
    ['periods', 'RDATE;VALUE=PERIOD:20270301T080000Z/PT1H', 'RDATE;VALUE=PERIOD:20270302T080000Z/PT1H'],
    ['a time without end', 'DURATION:P99999999999D'],
    ['two rules', 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'],
  ])('of a rule or length that cannot be followed are refused: %s', async (_what, ...lines) => {
    const answer = await put(calendar(...event('Fair', 'DTSTART;VALUE=DATE:20270301', ...lines)));
    expect(answer).toMatchObject({ status: 400, error: { fields: { calendar: fieldTexts.calendar_needed } } });
  });

  it('in a time zone whose rule cannot be followed are refused', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Here', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300'];
    const file = calendar(...zone, 'RRULE:FREQ=DAILY;BYMONTHDAY=-1', 'END:STANDARD', 'END:VTIMEZONE', ...series());
    expect(await put(file)).toMatchObject({ status: 400, error: { fields: { calendar: fieldTexts.calendar_needed } } });
  });

  it('are replaced by the next file, and removed by one without events', async () => {
    await put(calendar(...event('Old', 'DTSTART;VALUE=DATE:20270601')));
    await put(calendar(...event('New', 'DTSTART;VALUE=DATE:20270601')));
    expect(await between('2027-06-01', '2027-06-01')).toEqual([['New', '2027-06-01', '2027-06-01']]);
    await put(calendar());
    expect(await between('2027-06-01', '2027-06-01')).toEqual([]);
  });

  it.each([
    ['text', new File(['Finals: June'], 'term.txt')],
    ['a picture', new File([new Uint8Array([0x89, 0x50, 0xff, 0xfe])], 'term.png')],
    ['a contact', new File(['BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Omar\r\nEND:VCARD\r\n'], 'omar.vcf')],
  ])('stay when the file is %s', async (_what, file) => {
    await put(calendar(...event('Finals', 'DTSTART;VALUE=DATE:20270601')));
    expect(await put(file)).toMatchObject({ status: 400, error: { fields: { calendar: fieldTexts.calendar_needed } } });
    expect(await between('2027-06-01', '2027-06-01')).toHaveLength(1);
  });

  it('of a rule without end, or too many, are refused', async () => {
    const endless = calendar(...event('Friday', 'DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=DAILY'));
    expect(await put(endless)).toMatchObject({ status: 400, error: { fields: { calendar: fieldTexts.calendar_long } } });
    const many = ['Friday', 'Monday'].flatMap((name) => event(name, 'DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=DAILY;COUNT=600'));
    expect(await put(calendar(...many))).toMatchObject({ status: 400, error: { fields: { calendar: fieldTexts.calendar_long } } });
  });

  it('are asked for at most a year', async () => {
    expect((await app.call(getTermDates, { from: '2027-01-01', to: '2028-06-01' })).status).toBe(400);
  });
});
