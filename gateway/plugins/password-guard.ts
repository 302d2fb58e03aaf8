import { createHash } from 'node:crypto';
import type { Guard } from '#models/contract/limits';
import type { Familiar } from './familiar.js';
import type { GiveBack } from './rate-limit.js';

/** Where somebody is: the address that they are counted by, and what their browser was given when it last signed in. */
export interface Place {
  address: string;
  browser: string | null;
}

export interface PasswordGuard {
  /** Counts what `check` does not find right (null) by account and place; throws TooMany before it asks. */
  signIn<T>(emailFolded: string, place: Place, check: () => Promise<T | null>): Promise<T | null>;
  /** Counts what `check` does not find right by session, for calls of who is signed in. */
  confirm(session: string, check: () => Promise<boolean>): Promise<boolean>;
  /** Lets the account know the place, after its owner proved who they are. */
  welcome(emailFolded: string, place: Place): Promise<void>;
  /** Forgets all places of the account. */
  forget(emailFolded: string): Promise<void>;
}

/** Neither addresses nor e-mail addresses stand in Redis. */
export const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Counts nothing. */
export const unguarded: PasswordGuard = {
  signIn: (_emailFolded, _place, check) => check(),
  confirm: (_session, check) => check(),
  welcome: async () => {},
  forget: async () => {},
};

type Spend = (guard: Guard, key: string) => Promise<GiveBack>;
type Charge = readonly [guard: Guard, key: string];

/**
 * Counts each try before the password is checked, so that many at once are no way round, and gives the counts back unless the
 * password was wrong. Null and false mean wrong; what is thrown says nothing of the password.
 */
async function charged<T>(spend: Spend, charges: readonly Charge[], check: () => Promise<T>): Promise<T> {
  const spent: GiveBack[] = [];
  const giveBack = () => Promise.all(spent.map((each) => each()));
  try {
    for (const [guard, key] of charges) spent.push(await spend(guard, key));
    const result = await check();
    if (result !== null && result !== false) await giveBack();
    return result;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * Guards passwords against guessing without letting a guesser shut out the owner: a browser that the account knows is counted
 * by itself alone; at an address that the account knows, guesses from elsewhere do not count.
 */
export function makePasswordGuard(spend: Spend, familiar: Familiar): PasswordGuard {
  const placesOf = ({ address, browser }: Place): string[] => [
    hashKey(`address ${address}`),
    ...(browser ? [hashKey(`browser ${browser}`)] : []),
  ];
  const chargesOf = async (email: string, place: Place): Promise<Charge[]> => {
    const [knowsAddress, knowsBrowser] = await familiar.knows(hashKey(email), placesOf(place));
    if (knowsBrowser) return [['accountAtPlace', `${email} browser ${place.browser}`]];
    const atAddress: Charge[] = [
      ['accountAtPlace', `${email} address ${place.address}`],
      ['address', place.address],
    ];
    return knowsAddress ? atAddress : [...atAddress, ['account', email]];
  };
  const welcome = (email: string, place: Place) => familiar.add(hashKey(email), placesOf(place));
  return {
    async signIn(email, place, check) {
      return charged(spend, await chargesOf(email, place), check);
    },
    confirm: (session, check) => charged(spend, [['session', session]], check),
    welcome,
    forget: (email) => familiar.forget(hashKey(email)),
  };
}
