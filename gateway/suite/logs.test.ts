import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { loggerOptions } from '#gateway/plugins/log';
import { openPlain, openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { login, loginByQuery, logout } from '#models/contract/auth';
import { getAllPosts } from '#models/contract/posts';
import { reportPost } from '#models/contract/reports';
import { register } from '#models/contract/sign-up';
import { newId } from '#models/db/model';
import { buildUser } from '#models/testing/builders';

const lines: string[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

const test = setUpTestApp({ logger: { ...loggerOptions('trace'), stream } });

it('the logs have no token, no password, no door code and no e-mail address, whatever is called and whatever fails', async () => {
  const [email, password] = ['zaina.secret@uni.example', 'a-very-secret-password'];
  const account = { name: 'Zaina', email, password, student_id: 'S-secret', photo: 'drawn' };
  const user = await buildUser();
  const token = await test.tokenFor(user);
  await test.call(register, account);
  await test.call(register, account);
  await test.call(login, { email, password });
  await test.call(loginByQuery, { email, password });
  await test.call(loginByQuery, { email, password: `${password}-wrong` });
  await test.call(getAllPosts, { token });
  await test.call(reportPost, { post_id: String(newId()), message: 'Spam', user_id: token });
  for (const path of [
    `/nothing?token=${token}`,
    `/%?token=${token}`,
    `/posts/get_all_posts/?token=${token}&email=${email}`,
    `/live?token=${token}`,
    `/events/${newId()}/here?code=918273`,
  ])
    await fetch(`${test.url}${path}`).then((answer) => answer.text());
  await fetch(`${test.url}/readyz`, { headers: { 'x-request-id': token } });
  await fetch(`${test.url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"email":"${email}","password":"${password}`,
  });
  const socket = await openSocket(test.url, { token });
  const { client } = await openPlain(test.url, { token, join: 'feed' });
  test.app.log.error(
    { err: Object.assign(new Error(`E11000 dup key: { emailFolded: "${email}" }`), { keyValue: { emailFolded: email } }) },
    'A failure.',
  );
  client.close();
  await test.call(logout, {}, token);
  await socket.closed();
  const log = lines.join('');
  expect(log.length).toBeGreaterThan(1000);
  for (const secret of [email, password, token, user.email, 'S-secret', 'zaina.secret', '918273']) expect(log).not.toContain(secret);
  expect(log).toContain('E11000 dup key');
});
