import { login } from '#models/contract/auth';
import type { Call, DataOf, InputOf } from '#models/contract/define';
import { type ApiResult, callApi } from '#models/testing/api-client';
import { demoAccounts, demoPassword } from '#models/testing/demo';
import type { Ask, Who } from './visit.js';

/** Calls as somebody of the demo community, as a script of theirs would. */
export type As = <C extends Call>(call: C, input: InputOf<C>) => Promise<ApiResult<C>>;

/** Signs in by the call, and calls from then on. */
export async function callsOf(address: string, email: string): Promise<As> {
  const { data: token } = await callApi(address, login, { email, password: demoPassword });
  return (call, input) => callApi(address, call, input, token as string);
}

/** The data of a call that must succeed. */
export async function dataOf<C extends Call>(answer: Promise<ApiResult<C>>): Promise<DataOf<C>> {
  const { status, data, code } = await answer;
  if (status > 299) throw new Error(`The call was answered ${status} ${code}`);
  return data;
}

/** The tokens of the demo accounts; each signs in once, when it is first needed. A visitor has none. */
export function tokensOf(address: string): (who: Who) => Promise<string | undefined> {
  const tokens = new Map<Who, Promise<string>>();
  return async (who) => {
    if (who === 'visitor') return undefined;
    const signIn = (): Promise<string> => dataOf(callApi(address, login, { email: demoAccounts[who].email, password: demoPassword }));
    const token = tokens.get(who) ?? signIn();
    tokens.set(who, token);
    return token;
  };
}

/** Calls as whoever is named. */
export const askingAt =
  (address: string, tokenOf: (who: Who) => Promise<string | undefined>): Ask =>
  async (who, call, input) =>
    dataOf(callApi(address, call, input, await tokenOf(who)));
