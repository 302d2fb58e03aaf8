import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RenderedView } from '#models/contract/rendering';
import { today } from '@/lib/format';
import { currentStreamId } from '@/lib/live';
import { useToday } from '@/lib/now';
import { queryClient } from '@/lib/query';
import { dropToken, saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import { createEntities } from './entities';
import { restoreEntities } from './named-stores';
import { collectState, takeRenderedPage } from './rendered-page';

interface Thing {
  ID: string;
  Name: string;
  version: number;
}

const id = 'a'.repeat(24);
const things = createEntities<Thing>({ name: 'rendered-things' });
const Shown = () => <p>{things.useOne(id)?.Name ?? 'nothing'}</p>;
const view: RenderedView = { language: 'en', digits: 'latn', isWide: true, today: '2026-11-26' };
const queryKey = ['rendered-things'];

const stateElement = () => document.getElementById('rendered-state') as HTMLElement;

/** A page of this view with the present data, as it comes from the gateway; then the stores are empty, as in a new browser. */
function openRendered(of: RenderedView = view): void {
  things.merge([{ ID: id, Name: 'A rendered thing', version: 1 }], 0);
  queryClient.setQueryData(queryKey, [id]);
  const root = document.createElement('div');
  root.id = 'root';
  root.innerHTML = renderToString(<Shown />);
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'rendered-state';
  script.textContent = JSON.stringify(collectState(of, '1764100000000-0'));
  document.body.append(root, script);
  queryClient.clear();
  clearUserState();
}

beforeEach(() => {
  document.documentElement.lang = 'en';
});
afterEach(() => {
  dropToken();
  document.body.replaceChildren();
  queryClient.clear();
  clearUserState();
});

it('is taken over as it is, with its data, without asking for it again', async () => {
  openRendered();
  const [paragraph] = document.getElementsByTagName('p');
  expect(paragraph?.textContent).toBe('A rendered thing');
  expect(takeRenderedPage(stateElement())).toBe(true);
  const refused = vi.fn();
  const container = document.getElementById('root') as HTMLElement;
  render(<Shown />, { container, hydrate: true, onRecoverableError: refused });
  expect(screen.getByText('A rendered thing')).toBe(paragraph);
  expect(refused).not.toHaveBeenCalled();
  act(() => things.patch(id, { Name: 'A changed thing', version: 2 }));
  expect(paragraph?.textContent).toBe('A changed thing');
  const ask = vi.fn(async () => ['b'.repeat(24)]);
  expect(await queryClient.fetchQuery({ queryKey, queryFn: ask })).toEqual([id]);
  expect(ask).not.toHaveBeenCalled();
  await queryClient.invalidateQueries({ queryKey });
  await queryClient.fetchQuery({ queryKey, queryFn: ask });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(currentStreamId()).toBe('1764100000000-0');
});

it('is taken over as it was rendered if an entity changes before that, and shows the change afterwards', async () => {
  openRendered();
  const [paragraph] = document.getElementsByTagName('p');
  takeRenderedPage(stateElement());
  things.patch(id, { Name: 'A changed thing', version: 2 });
  const refused = vi.fn();
  const container = document.getElementById('root') as HTMLElement;
  render(<Shown />, { container, hydrate: true, onRecoverableError: refused });
  expect(screen.getByText('A changed thing')).toBe(paragraph);
  expect(refused).not.toHaveBeenCalled();
});

it('is taken over with the day on which it was rendered, and shows the day of the browser afterwards', () => {
  const Day = () => <p>{useToday()}</p>;
  openRendered();
  takeRenderedPage(stateElement());
  const container = document.getElementById('root') as HTMLElement;
  container.innerHTML = `<p>${view.today}</p>`;
  const refused = vi.fn();
  render(<Day />, { container, hydrate: true, onRecoverableError: refused });
  expect(container.textContent).toBe(today());
  expect(refused).not.toHaveBeenCalled();
});

it('also gives its data to a store that is loaded later', () => {
  openRendered();
  const script = document.getElementById('rendered-state') as HTMLScriptElement;
  script.textContent = script.textContent?.replace('rendered-things":{"', 'later-things":{"') ?? '';
  takeRenderedPage(stateElement());
  const later = createEntities<Thing>({ name: 'later-things' });
  expect(later.get(id)?.Name).toBe('A rendered thing');
});

it('is taken over as it was rendered by a store that is loaded after the offline cache is read', () => {
  openRendered();
  const script = document.getElementById('rendered-state') as HTMLScriptElement;
  script.textContent = script.textContent?.replace('rendered-things":{"', 'last-things":{"') ?? '';
  takeRenderedPage(stateElement());
  const other = 'b'.repeat(24);
  const cached = [id, other].map((ID): [string, Thing] => [ID, { ID, Name: 'A cached thing', version: 1 }]);
  restoreEntities(new Map([['last-things', new Map(cached)]]));
  const later = createEntities<Thing>({ name: 'last-things' });
  const Both = () => <p>{[later.useOne(id)?.Name, later.useOne(other)?.Name ?? 'nothing'].join()}</p>;
  const refused = vi.fn();
  const container = document.getElementById('root') as HTMLElement;
  container.innerHTML = '<p>A rendered thing,nothing</p>';
  render(<Both />, { container, hydrate: true, onRecoverableError: refused });
  expect(refused).not.toHaveBeenCalled();
  expect(screen.getByText('A rendered thing,A cached thing')).toBeTruthy();
});

it.each([
  ['another language', { ...view, language: 'ar' as const }, false],
  ['other digits', { ...view, digits: 'arab' as const }, false],
  ['a visitor, while somebody is signed in', view, true],
])('is not taken over if it is for %s', (_name, of, isSignedIn) => {
  openRendered(of);
  if (isSignedIn) saveToken('a-token', true);
  expect(takeRenderedPage(stateElement())).toBe(false);
  expect(things.get(id)).toBeUndefined();
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
});
