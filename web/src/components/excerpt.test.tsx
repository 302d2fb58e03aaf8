import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '@/testing/render';
import { Excerpt } from './excerpt';

it('an excerpt clips in the direction of its text, after one line', () => {
  show(<Excerpt>الجولة الوطنية: تصفيات الجامعة</Excerpt>);
  const box = screen.getByText(/الجولة/);
  expect([box.tagName, box.getAttribute('dir'), box.dataset.lines]).toEqual(['SPAN', 'auto', '1']);
});

it('an excerpt of a sentence of the app keeps the direction of the page', () => {
  show(
    <Excerpt as="p" isSentence lines={2}>
      New post in نادي الروبوتات
    </Excerpt>,
  );
  const box = screen.getByText(/New post/);
  expect([box.tagName, box.getAttribute('dir'), box.dataset.lines]).toEqual(['P', null, '2']);
});
