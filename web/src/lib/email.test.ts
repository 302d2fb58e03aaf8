import { expect, it } from 'vitest';
import { mailto } from './email';

it('a mailto link contains only the address, without fields injected into the mail', () => {
  expect(mailto('robots@uni.example')).toBe('mailto:robots@uni.example');
  const url = new URL(mailto('a?bcc=victim@x.example&body=x@y.example'));
  expect([url.search, url.pathname]).toEqual(['', 'a%3Fbcc%3Dvictim%40x.example%26body%3Dx@y.example']);
});
