import { expect, it } from 'vitest';
import { linesWithSecrets } from './secrets.js';

const aToken = 'abcdefghijklmnopqrstuvwxyz-_0123456789ABCDE';

it.each([
  ['an address', '{"msg":"lina.h@uni.example signed in"}', true],
  ['a token', `{"path":"/live?token=${aToken}"}`, true],
  ['a password', '{"msg":"a-long-password"}', true],
  ['a hash', `{"session":"${'0f'.repeat(32)}"}`, false],
  ['an id and a path', '{"reqId":"req-1","path":"/posts/like_post","id":"665f1c2ab4d5e6f708192a3b"}', false],
])('linesWithSecrets judges a line with %s', (_name, line, isFound) => {
  expect(linesWithSecrets([line], new Set(['a-long-password']))).toEqual(isFound ? [line] : []);
});
