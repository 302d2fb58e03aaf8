import type { UserDoc } from '#models/db/users';
import { userFields } from '../fields.js';
import type { Context } from './context.js';
import { type DemoLocale, inLocale, type Pair } from './kinds.js';
import { familyNames, menNames, womenNames } from './names.js';
import type { Random } from './random.js';
import { bios, faculties, years } from './texts/bios.js';

export interface DemoPerson {
  index: number;
  first: Pair;
  doc: UserDoc;
}

/** The first people are the demo accounts, in this order. */
export const accounts = {
  member: { name: 'Layla Haddad', email: 'layla.haddad@uni.example', first: ['Layla', 'ليلى'], days: 420 },
  societyAdmin: { name: 'Omar Khalil', email: 'omar.khalil@uni.example', first: ['Omar', 'عمر'], days: 980 },
  platformAdmin: { name: 'Dana Obeidat', email: 'admin@uni.example', first: ['Dana', 'دانا'], days: 1100 },
} as const;
export const memberIndex = 0;
export const societyAdminIndex = 1;
export const platformAdminIndex = 2;

const shareOfArabicNames = 0.36;

export function makePeople(context: Context): DemoPerson[] {
  const random = context.random('people');
  const accountHolders = Object.values(accounts).map(({ name, email, first, days }, index): DemoPerson => {
    const role = index === platformAdminIndex ? 'admin' : 'user';
    return { index, first, doc: makeUser(context, random, { index, name, email, days, role }) };
  });
  const taken = new Set<string>(Object.values(accounts).map(({ name }) => name));
  const rest = Array.from({ length: context.scale.people - accountHolders.length }, (_, i): DemoPerson => {
    const [first, family] = newName(random, taken);
    const locale: DemoLocale = random.chance(shareOfArabicNames) ? 'ar' : 'en';
    const name = `${inLocale(first, locale)} ${inLocale(family, locale)}`;
    const email = `${`${first[0]}.${family[0]}`.toLowerCase().replace(/ /g, '-')}@uni.example`;
    const days = random.chance(0.86) ? random.int(200, 1200) : random.int(8, 70);
    const index = i + accountHolders.length;
    return { index, first, doc: makeUser(context, random, { index, name, email, days, role: 'user', locale }) };
  });
  return [...accountHolders, ...rest];
}

/** Picks a first and a family name whose combination is unique. */
function newName(random: Random, taken: Set<string>): [Pair, Pair] {
  for (;;) {
    const first = random.pick(random.chance(0.54) ? womenNames : menNames);
    const family = random.pick(familyNames);
    const name = `${first[0]} ${family[0]}`;
    if (first[0] === family[0] || taken.has(name)) continue;
    taken.add(name);
    return [first, family];
  }
}

interface UserDraft {
  index: number;
  name: string;
  email: string;
  days: number;
  role: UserDoc['role'];
  locale?: DemoLocale;
}

function makeUser({ clock, idOf, passwordHash }: Context, random: Random, { index, name, email, days, role, locale }: UserDraft): UserDoc {
  const createdAt = clock.ago(random, days);
  const profileVisibility = random.chance(0.84) ? 'public' : random.pick(['friends', 'private'] as const);
  const privacy = {
    showEmail: random.chance(0.15),
    showPhone: false,
    allowMessages: random.chance(0.9),
    showSensitive: random.chance(0.1),
  };
  // Draw an unused number: without it the seed would give other people from here on.
  random.next();
  const bio = random.chance(0.45) ? makeBio(random, locale ?? 'en') : '';
  return userFields({
    _id: idOf('user', index),
    name,
    email,
    bio,
    role,
    studentId: role === 'admin' ? '' : `${createdAt.getUTCFullYear()}${String(10_007 + index * 37).slice(-5)}`,
    passwordHash,
    privacy: { ...privacy, profileVisibility: locale ? profileVisibility : 'public' },
    preferences: { locale: locale && random.chance(0.5) ? locale : null, mutedSocieties: [], offTypes: [] },
    verifiedAt: new Date(createdAt.getTime() + random.int(1, 90) * 60_000),
    createdAt,
    // Nobody of the demo is away.
    activeAt: clock.now,
    rev: 1,
  });
}

function makeBio(random: Random, locale: DemoLocale): string {
  const [faculty, year] = [random.pick(faculties), random.pick(years)];
  return inLocale(random.pick(bios), locale).replace('{faculty}', inLocale(faculty, locale)).replace('{year}', inLocale(year, locale));
}
