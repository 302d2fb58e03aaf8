import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { login } from '#models/contract/auth';
import { register } from '#models/contract/sign-up';
import { uploadImage } from '#models/contract/uploads';
import { buildUser } from '#models/testing/builders';
import { hostilePictures } from '#models/testing/hostile-pictures';

const test = setUpTestApp();
let token: string;
const password = 'a-long-password';
let email: string;
beforeAll(async () => {
  const user = await buildUser({ password });
  email = user.email;
  token = await test.tokenFor(user);
});

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; got: T }> {
  const begun = performance.now();
  const got = await work();
  return { ms: performance.now() - begun, got };
}
const p95 = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

/** Signs in repeatedly, with a pause between, until stopped. */
async function signInTimes(isOver: (count: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const { ms, got } = await timed(() => test.call(login, { email, password }));
    expect(got.status).toBe(200);
    times.push(ms);
    await sleep(10);
  }
  return times;
}

const upload = (bytes: Buffer) => timed(() => test.call(uploadImage, { image: new File([new Uint8Array(bytes)], 'a') }, token));
const signUp = (bytes: Buffer, i: number) =>
  timed(() =>
    test.call(register, {
      name: 'Somebody',
      email: `flood${i}-${Date.now()}@uni.example`,
      password,
      student_id: `s-${i}-${Date.now()}`,
      photo: `data:image/png;base64,${bytes.toString('base64')}`,
    }),
  );

/** Judged by the clock, so another process on the machine may fail an attempt; a fault fails each of them. */
const byTheClock = { retry: 2 };

it('a hundred hostile pictures at once take at most 3 s each, and signing in at most twice as long as usual', byTheClock, async () => {
  await upload(hostilePictures(2)[1] as Buffer);
  await signInTimes((count) => count === 20);
  const idle = p95(await signInTimes((count) => count === 100));
  const pictures = hostilePictures(100);
  let isOver = false;
  const [sent, during] = await Promise.all([
    Promise.all(pictures.map(upload)).finally(() => {
      isOver = true;
    }),
    signInTimes((count) => isOver && count >= 20),
  ]);
  expect(sent.filter(({ ms }) => ms > 3000)).toEqual([]);
  for (const { got } of sent) expect([201, 400, 503]).toContain(got.status);
  for (const { got } of sent.filter(({ got: { status } }) => status === 503)) {
    expect([got.error.code, Number(got.headers.get('retry-after'))]).toEqual(['pictures_busy', 2]);
  }
  expect(p95(during)).toBeLessThanOrEqual(2 * idle);
});

it('hostile pictures for ten seconds, also as sign-up photos, keep signing in within twice its idle time', byTheClock, async () => {
  const idle = p95(await signInTimes((count) => count === 100));
  const pictures = hostilePictures(16);
  const until = performance.now() + 10_000;
  const flood = async () => {
    for (let i = 0; performance.now() < until; i++) {
      const answers = await Promise.all(pictures.map((bytes, n) => (n === 0 ? signUp(bytes, i) : upload(bytes))));
      expect(answers.filter(({ ms }) => ms > 3000)).toEqual([]);
      await sleep(250);
    }
  };
  const [, during] = await Promise.all([flood(), signInTimes(() => performance.now() >= until)]);
  expect(p95(during)).toBeLessThanOrEqual(2 * idle);
});
