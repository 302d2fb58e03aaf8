import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Event, getEventsBySociety } from '#models/contract/events';
import { onCall, requests, yes } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { createEntities } from './entities';
import { defineList } from './lists';

const list = defineList({
  key: ['things'],
  call: getEventsBySociety,
  input: ({ society_id, q }: { society_id: string; q: string }) => ({ society_id, q }),
  entities: createEntities<Event>({}),
});

function Items({ society, q }: { society: string; q: string }) {
  return list.useItems({ society_id: society, q }).items.map(({ ID }) => <li key={ID}>{q}</li>);
}

it('refetches only the lists that have these arguments', async () => {
  const [one, other] = [newId(), newId()];
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [anEvent()], { next: null, counts: { upcoming: 1, completed: 0 } }));
  show([<Items key="a" society={one} q="a" />, <Items key="b" society={one} q="b" />, <Items key="c" society={other} q="c" />]);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
  requests.length = 0;
  await isShown(list.refetch({ society_id: one }));
  expect(requests.map(({ query }) => query.get('q'))).toEqual(['a', 'b']);
});

it('refetches once for several changes in a row', async () => {
  const society = newId();
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [anEvent()], { next: null, counts: { upcoming: 1, completed: 0 } }));
  show(<Items society={society} q="a" />);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  requests.length = 0;
  for (let change = 0; change < 3; change += 1) list.refetchSoon({ society_id: society });
  await waitFor(() => expect(requests).toHaveLength(1));
  await isShown();
  expect(requests).toHaveLength(1);
});

it('renders an inserted item in the same tick', async () => {
  const society = newId();
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [anEvent()], { next: null, counts: { upcoming: 1, completed: 0 } }));
  show(<Items society={society} q="a" />);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  act(() => list.insert(anEvent()));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});
