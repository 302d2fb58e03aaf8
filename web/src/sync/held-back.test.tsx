import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getReports, type Report } from '#models/contract/reports';
import { deferred } from '@/testing/deferred';
import { onCall, yes } from '@/testing/fake-server';
import { aReport } from '@/testing/people-fixtures';
import { isShown, refetchAll } from '@/testing/refetch';
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

const counts = { open: 1, appealed: 0, dismissed: 0, removed: 0, noted: 0 };

function Items({ hold }: { hold?: HoldBack }) {
  const { items, held } = list.useItems({}, true, hold);
  return (
    <p>
      {items.length} shown, {held} held
    </p>
  );
}

it('a view may hold nothing back of a list that others hold back', async () => {
  onCall(getReports, () => yes(getReports, [aReport()], { next: null, counts }));
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
  answer.give(yes(getReports, [aReport()], { next: null, counts }));
  await waitFor(() => expect(screen.getByText('1 shown, 1 held')).toBeDefined());
});

it("shows the reader's own item that was accepted while the list was being loaded, though the answer lacks it", async () => {
  const answer = deferred<ReturnType<typeof yes>>();
  onCall(getReports, () => answer.promise);
  show(<Items />);
  await isShown();
  act(() => list.insert(aReport(), true));
  answer.give(yes(getReports, [aReport()], { next: null, counts }));
  await waitFor(() => expect(screen.getByText('2 shown, 0 held')).toBeDefined());
});

it("shows the reader's own item that was accepted before the list was in use and that a refetch brings", async () => {
  const [own, other] = [aReport(), aReport()];
  list.insert(own, true);
  onCall(getReports, () => yes(getReports, [other], { next: null, counts }));
  show(<Items />);
  await waitFor(() => expect(screen.getByText('1 shown, 0 held')).toBeDefined());
  onCall(getReports, () => yes(getReports, [own, other], { next: null, counts }));
  await refetchAll();
  expect(screen.getByText('2 shown, 0 held')).toBeDefined();
});
