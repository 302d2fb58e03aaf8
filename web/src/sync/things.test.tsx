import { expect, it } from 'vitest';
import { getUserStatus } from '#models/contract/attendance';
import type { DataOf } from '#models/contract/define';
import { onCall, yes } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { createEntities } from './entities';
import { defineThings } from './things';

it('an answer without an id makes an entity of the thing that was asked for', async () => {
  const standings = createEntities<DataOf<typeof getUserStatus> & { event: string }>({ key: 'event' });
  const things = defineThings({
    key: (id) => ['standing', id],
    call: getUserStatus,
    input: (event_id) => ({ event_id }),
    entities: standings,
    toEntity: (data, event) => ({ event, ...data }),
  });
  const status = { attendance: 'waiting', waiting_position: 2, rev: 5, version: 3, bookmarked: false, bookmark_version: 1 } as const;
  onCall(getUserStatus, () => yes(getUserStatus, status));
  const event = newId();
  expect(await things.load(event)).toEqual({ event, ...status });
});
