import { createHash } from 'node:crypto';
import type { Guard } from '#models/contract/limits';
import type { FamiliarClients } from './familiar-clients.js';
import type { Refund } from './rate-limit.js';

/** A client as the guard sees it: its address for rate limits, and the id that its browser got at its last sign-in. */
export interface ClientInfo {
  address: string;
  browser: string | null;
}

export interface PasswordGuard {
  /** Counts failed checks (null) by account and client; throws RateLimitExceeded before checking. */
  signIn<T>(emailFolded: string, client: ClientInfo, check: () => Promise<T | null>): Promise<T | null>;
  /** As `signIn`, for second factors. */
  secondFactor<T>(emailFolded: string, client: ClientInfo, check: () => Promise<T | null>): Promise<T | null>;
  /** Counts failed checks by session, for calls of signed-in people. */
  confirm(session: string, check: () => Promise<boolean>): Promise<boolean>;
  /** Makes the client familiar to the account, after its owner proved who they are. */
  remember(emailFolded: string, client: ClientInfo): Promise<void>;
  /** Forgets all familiar clients of the account. */
  forget(emailFolded: string): Promise<void>;
}

/** Hashes a key, so that Redis has neither IP nor e-mail addresses. */
export const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Guard without limits. */
export const unguarded: PasswordGuard = {
  signIn: (_emailFolded, _client, check) => check(),
  secondFactor: (_emailFolded, _client, check) => check(),
  confirm: (_session, check) => check(),
  remember: async () => {},
  forget: async () => {},
};

type Spend = (guard: Guard, key: string) => Promise<Refund>;
type Charge = readonly [guard: Guard, key: string];

/**
 * Counts each attempt before the password is checked, so that parallel attempts are no way round, and refunds it unless the
 * password was wrong. Null and false mean wrong; a thrown error says nothing about the password.
 */
async function withCharges<T>(spend: Spend, charges: readonly Charge[], check: () => Promise<T>): Promise<T> {
  const spent: Refund[] = [];
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
 * Guards passwords against guessing without letting an attacker lock out the owner: a browser that the account knows is counted
 * by itself alone; at a familiar address, guesses from elsewhere do not count.
 */
export function makePasswordGuard(spend: Spend, familiar: FamiliarClients): PasswordGuard {
  const clientKeys = ({ address, browser }: ClientInfo): string[] => [
    hashKey(`address ${address}`),
    ...(browser ? [hashKey(`browser ${browser}`)] : []),
  ];
  const isFamiliar = (email: string, client: ClientInfo) => familiar.areFamiliar(hashKey(email), clientKeys(client));
  const placeOf = (email: string, { address, browser }: ClientInfo, isFamiliarBrowser = false): string =>
    isFamiliarBrowser ? `${email} browser ${browser}` : `${email} address ${address}`;
  const chargesOf = async (email: string, client: ClientInfo): Promise<Charge[]> => {
    const [isFamiliarAddress, isFamiliarBrowser] = await isFamiliar(email, client);
    const atPlace: Charge = ['accountAtPlace', placeOf(email, client, isFamiliarBrowser)];
    if (isFamiliarBrowser) return [atPlace];
    const atAddress: Charge[] = [atPlace, ['address', client.address]];
    return isFamiliarAddress ? atAddress : [...atAddress, ['account', email]];
  };
  const factorCharges = async (email: string, client: ClientInfo): Promise<Charge[]> => {
    const [isFamiliarAddress, isFamiliarBrowser] = await isFamiliar(email, client);
    const atPlace: Charge = ['factorAtPlace', placeOf(email, client, isFamiliarBrowser)];
    return isFamiliarAddress || isFamiliarBrowser ? [atPlace] : [atPlace, ['factorOfAccount', email]];
  };
  const remember = (email: string, client: ClientInfo) => familiar.add(hashKey(email), clientKeys(client));
  return {
    async signIn(email, client, check) {
      return withCharges(spend, await chargesOf(email, client), check);
    },
    async secondFactor(email, client, check) {
      return withCharges(spend, await factorCharges(email, client), check);
    },
    confirm: (session, check) => withCharges(spend, [['session', session]], check),
    remember,
    forget: (email) => familiar.forget(hashKey(email)),
  };
}
