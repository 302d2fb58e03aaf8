import { login } from '#models/contract/auth';
import type { Call, DataOf, InputOf } from '#models/contract/define';
import { type Asked, ask } from '#models/testing/ask';
import { demoPassword } from '#models/testing/demo';

/** Calls as somebody of the demo community, as a script of theirs would. */
export type As = <C extends Call>(call: C, input: InputOf<C>) => Promise<Asked<C>>;

/** Signs in by the call, and calls from then on. */
export async function callsOf(address: string, email: string): Promise<As> {
  const { data: token } = await ask(address, login, { email, password: demoPassword });
  return (call, input) => ask(address, call, input, token as string);
}

/** The data of a call that must succeed. */
export async function dataOf<C extends Call>(answer: Promise<Asked<C>>): Promise<DataOf<C>> {
  const { status, data, code } = await answer;
  if (status > 299) throw new Error(`The call was answered ${status} ${code}`);
  return data;
}
