import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getReports, type Report } from '#models/contract/reports';
import { deferred } from '@/testing/deferred';
import { onCall, yes } from '@/testing/fake-server';
import { aReport } from '@/testing/people-fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import { createEntities } from './entities';
import type { HoldBack } from './held-back';
import { defineList } from './lists';

const list = defineList({
  key: ['held'],
  call: getReports,
  input: () => ({ status: 'open' as const }),
  entities: createEntities<Report>({}),
  hold: 'always',
});

function Items({ hold }: { hold?: HoldBack }) {
  const { items, held } = list.useItems({}, true, hold);
  return (
    <p>
      {items.length} shown, {held} held
    </p>
  );
}

it('a view may hold nothing back of a list that others hold back', async () => {
  onCall(getReports, () =>
    yes(getReports, [aReport()], { next: null, counts: { open: 1, appealed: 0, dismissed: 0, removed: 0, noted: 0 } }),
  );
  show([<Items key="list" />, <Items key="card" hold="never" />]);
  await waitFor(() => expect(screen.getAllByText('1 shown, 0 held')).toHaveLength(2));
  act(() => list.insert(aReport()));
  await waitFor(() => expect(screen.getByText('1 shown, 1 held')).toBeDefined());
  expect(screen.getByText('2 shown, 0 held')).toBeDefined();
});

it('holds an item back that came while the list was being loaded', async () => {
  const answer = deferred<ReturnType<typeof yes>>();
  onCall(getReports, () => answer.promise);
  show(<Items />);
  await isShown();
  act(() => list.insert(aReport()));
  answer.give(yes(getReports, [aReport()], { next: null, counts: { open: 2, appealed: 0, dismissed: 0, removed: 0, noted: 0 } }));
  await waitFor(() => expect(screen.getByText('1 shown, 1 held')).toBeDefined());
});
