import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { roomOf } from '#models/contract/rooms';
import { arrives, connectSocket, roomsLeft } from '@/testing/fake-socket';
import { newId } from '@/testing/fixtures';
import { anInvitation } from '@/testing/people-fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import './access';

let fetches = 0;
function Answer() {
  const { data } = useQuery({ queryKey: ['answer'], queryFn: () => ++fetches, meta: { access: true } });
  return <p>{data}</p>;
}

beforeAll(connectSocket);

it.each(['society', 'societyPublic', 'event', 'profile'] as const)('an eviction from a %s room refetches', async (kind) => {
  fetches = 0;
  show(<Answer />);
  expect(await screen.findByText('1')).toBeDefined();
  roomsLeft([roomOf(kind, newId())]);
  expect(await screen.findByText('2')).toBeDefined();
});

it('an invitation and its end refetch: they show and hide an invite-only society', async () => {
  fetches = 0;
  show(<Answer />);
  expect(await screen.findByText('1')).toBeDefined();
  const invitation = anInvitation();
  arrives(invitationNew, { invitation });
  expect(await screen.findByText('2')).toBeDefined();
  arrives(invitationRemoved, { invitation_id: invitation.ID, version: 2 });
  expect(await screen.findByText('3')).toBeDefined();
});

it.each([
  ['from a room that decides nothing', 'post', 'forbidden'],
  ['because the session ended', 'society', 'unauthorized'],
] as const)('an eviction %s does not', async (_why, kind, code) => {
  fetches = 0;
  show(<Answer />);
  await waitFor(() => expect(fetches).toBe(1));
  roomsLeft([roomOf(kind, newId())], code);
  await isShown();
  expect(fetches).toBe(1);
});
