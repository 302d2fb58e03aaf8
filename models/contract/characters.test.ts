import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { cleanProse, hasLink, isCleanLine, isCleanProse, isReservedName, isVisible, oneLine, withoutLinks } from './characters.js';
import { createEvent } from './event-changes.js';
import { createPost } from './posts.js';
import { updateProfile } from './profile-changes.js';
import { register } from './sign-up.js';
import { createSociety } from './society-creation.js';
import { societyFields } from './society-settings.js';

const fits = (schema: Parameters<typeof safeParse>[0], input: unknown): boolean => safeParse(schema, input).success;
const person = (name: string): boolean => fits(updateProfile.input, { name });

const hidden = {
  'line break': 'Eve\r\nBcc: all@x.example',
  NUL: 'a\0b',
  escape: 'a\u001b[31m',
  'bidi override': 'Layla \u202egnp.exe',
  isolate: 'Layla \u2067gnp',
  'left-to-right mark': 'Layla\u200e',
  'zero-width space': 'Lay\u200bla',
  'word joiner': 'Lay\u2060la',
  'soft hyphen': 'Lay\u00adla',
  'joiner between Latin letters': 'Lay\u200dla',
  'joiner at the end': 'ليلى\u200d',
  'Hangul filler': 'Layla\u3164',
  'line separator': 'a\u2028b',
  'next line': 'a\u0085b',
  tag: 'Layla\u{E0041}',
  'half a surrogate pair': 'a\ud800b',
  'pile of marks': `a${'\u0301'.repeat(40)}`,
};
it.each(Object.entries(hidden))('refuses a %s in a line', (_what, text) => {
  expect([isCleanLine(text), person(text)]).toEqual([false, false]);
});

it.each([
  'Layla Haddad',
  'ليلى حدّاد',
  'می‌خواهم',
  'क्‍ष',
  'Team 👩‍👩‍👧 ❤️',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 club',
  '👍🏽',
  'Zoë Ünal-O’Brien',
  'مُحَمَّد',
  'Dr.Ahmad A.B. Khalil',
  'Ph.D',
])('accepts %s as a name', (name) => expect(person(name)).toBe(true));

it.each(['', ' ', '\u200b', '\u3164', '\u2800', '\u00ad', '\u0301', '\ufe0f', '\u{1D159}'])(
  'refuses the name %j without visible characters',
  (name) => {
    expect([isVisible(name), person(name)]).toEqual([false, false]);
  },
);

it('a refused name gets a translatable error text', () => {
  const messageFor = (name: string) => safeParse(register.input.shape.name, name).error?.issues[0]?.message;
  expect(['\u3164', 'Lay\u200bla', 'www.evil.example', ' deleted  USER', 'x'.repeat(81)].map(messageFor)).toEqual([
    'Name is required',
    'This has hidden characters. Please type it instead of pasting it',
    'A name cannot contain a web or email address',
    'This name cannot be used',
    'This is too long',
  ]);
});

it.each(['Deleted user', 'DELETED  user', 'Unknown User', 'مستخدم محذوف', 'You'])('reserves the name %s', (name) => {
  expect([isReservedName(name), person(name)]).toEqual([true, false]);
});

it.each([
  'Win at http://evil.example',
  'evil://x',
  'www.evil',
  'evil.com',
  'Prize: evil.rocks!',
  'evil。com',
  'ｅｖｉｌ．ｃｏｍ',
  'me@evil.example',
  't.me/prize',
  'mailto:me',
  'Get it at evil.co.uk now',
])('refuses the name %s for its address, and breaks the link in a mail', (name) => {
  expect([hasLink(name), person(name), fits(societyFields.name, name)]).toEqual([true, false, false]);
  expect(hasLink(withoutLinks(name).replaceAll('[', '').replaceAll(']', ''))).toBe(true);
  expect(withoutLinks(name)).not.toMatch(/:\/\/|\w\.\w|\w@\w/);
});

it.each(['Node.js Club', 'Robots, Inc.', 'A.Khalil', 'J.R.R. Tolkien', 'St.John', 'Club 2.0', 'R&D @ 5', 'نادي الروبوت', 'Men vs. Robots'])(
  'finds no address in the name %s',
  (name) => expect([hasLink(name), withoutLinks(name)]).toEqual([false, name]),
);

it('texts of several lines keep line breaks and tabs, and refuse control and reversing characters', () => {
  const parsed = safeParse(createPost.input.shape.content, ' One\r\ntwo\tthree\n');
  expect(parsed.data).toBe('One\ntwo\tthree');
  expect(
    ['a\0b', 'a\u001b[0m', 'a\u202eb', 'a\u202db', 'a\u0085b', '\u200b\n\u200b'].map((text) => fits(createPost.input.shape.content, text)),
  ).toEqual(Array(6).fill(false));
});

it('titles, places, tags, phone numbers and links follow the rules of one line', () => {
  const bad = 'x\u202ey\nz';
  const { title, location, tags, online_link } = createEvent.input.shape;
  const refused = [
    fits(title, bad),
    fits(location, bad),
    fits(tags, [bad]),
    fits(online_link, `https://uni.example/${bad}`),
    fits(createSociety.input.shape.tags, [bad]),
    fits(createSociety.input.shape.website, 'https://uni.example/\u202e'),
    fits(updateProfile.input.shape.phone, bad),
    fits(updateProfile.input.shape.image, '/uploads/\u200b'),
    fits(register.input.shape.student_id, bad),
    fits(register.input.shape.email, 'me\u200b@uni.example'),
    fits(register.input.shape.email, '"><b>@uni.example'),
  ];
  expect(refused).toEqual(refused.map(() => false));
});

it('accepts only plain addresses as a contact', () => {
  const { contactEmail } = societyFields;
  expect(['', 'robots@uni.example', 'a.b+c@uni-1.example', 'نادي@جامعة.مثال'].map((email) => fits(contactEmail, email))).toEqual(
    Array(4).fill(true),
  );
  const bad = ['a?bcc=victim&body=x@y.z', '"><script>@x.y', 'a@x.y?subject=z', 'a@x..y', 'a b@x.y', 'a@x', 'a\u202e@x.y'];
  expect(bad.map((email) => fits(contactEmail, email))).toEqual(bad.map(() => false));
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...Object.values(hidden), '\u200d', '\ufe0f', 'ا', 'a', '\n', '👩', '\u{1F3F4}', '\u{E0067}', ' '))
    .map((parts) => parts.join('')),
);
it('refuses control characters, breaks, direction marks and invisible text in a line', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { success, data } = safeParse(createEvent.input.shape.title, text);
      if (!success) return;
      expect(data).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u00ad]/u);
      expect(isVisible(String(data))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('cleaning removes all refused characters, and leaves clean text unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [line, prose] = [oneLine(text), cleanProse(text)];
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
      expect(oneLine(line)).toBe(line);
      expect(isCleanProse(prose) || /\p{Mn}{7}/u.test(prose)).toBe(true);
      if (isCleanLine(text)) expect(line).toBe(text.trim());
    }),
    { numRuns: 2000 },
  );
});
