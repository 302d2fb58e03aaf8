import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { roomOf } from '#models/contract/rooms';
import { societyRemoved, societyVisibility } from '#models/contract/societies';
import { arrives, connectSocket, roomsLeft } from '@/testing/fake-socket';
import { newId } from '@/testing/fixtures';
import { anInvitation } from '@/testing/people-fixtures';
import { isShown } from '@/testing/refetch';
import { show } from '@/testing/render';
import './access';

let fetches = 0;
function Answer({ access = true }: { access?: true | ((society: string) => boolean) }) {
  const { data } = useQuery({ queryKey: ['answer'], queryFn: () => ++fetches, meta: { access } });
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

describe('the data of one society', () => {
  const society = newId();
  const opened = (society_id: string) => ({ society_id, visibility: 'public', eventsVisible: true }) as const;
  beforeEach(async () => {
    fetches = 0;
    show(<Answer access={(changed) => changed === society} />);
    expect(await screen.findByText('1')).toBeDefined();
  });

  it('is refetched when its visibility changes or it is removed', async () => {
    arrives(societyVisibility, opened(society));
    expect(await screen.findByText('2')).toBeDefined();
    arrives(societyRemoved, { society_id: society });
    expect(await screen.findByText('3')).toBeDefined();
  });

  it('is not refetched when another society opens, closes or is removed', async () => {
    arrives(societyVisibility, opened(newId()));
    arrives(societyRemoved, { society_id: newId() });
    await isShown();
    expect(fetches).toBe(1);
  });

  it('is refetched when any society is restored: the viewer may be a member', async () => {
    arrives(societyVisibility, { ...opened(newId()), restored: true });
    expect(await screen.findByText('2')).toBeDefined();
  });
});

it('an answer under way is asked for again, whichever society changes: it may hold that one', async () => {
  const answers: ((data: number) => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve));
  function Slow() {
    const { data } = useQuery({ queryKey: ['slow'], queryFn, meta: { access: () => false } });
    return <p>{data ?? 'none'}</p>;
  }
  show(<Slow />);
  await waitFor(() => expect(answers).toHaveLength(1));
  arrives(societyRemoved, { society_id: newId() });
  await waitFor(() => expect(answers).toHaveLength(2));
  answers.forEach((answer, at) => {
    answer(at + 1);
  });
  expect(await screen.findByText('2')).toBeDefined();
});
