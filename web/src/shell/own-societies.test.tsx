import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged } from '#models/contract/members';
import { postCreated } from '#models/contract/posts';
import { getSocietiesByUser, type Society } from '#models/contract/societies';
import { useMarkSeen } from '@/features/societies/own-societies';
import '@/features/societies/membership.live';
import '@/features/societies/societies.live';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aSociety, aUser, sharedPostOf } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import { OwnSocieties } from './own-societies';

const me = aUser();
const robotics = { ...asMember(aSociety({ Name: 'Robotics Society' })), New_Count: 3 };
const dabke = { ...asMember(aSociety({ Name: 'Dabke Troupe' })), New_Count: 0 };
const serve = (own: Society[]) => onCall(getSocietiesByUser, () => yes(getSocietiesByUser, own));
const post = sharedPostOf(aPost({ Society_ID: dabke.ID }));

function Side({ seen }: { seen?: string }) {
  return (
    <>
      <OwnSocieties />
      {seen && <Reading id={seen} />}
    </>
  );
}
function Reading({ id }: { id: string }) {
  useMarkSeen(id);
  return null;
}
const links = () =>
  within(screen.getByRole('navigation', { name: 'Your societies' }))
    .getAllByRole('link')
    .map((link) => link.textContent);
const open = async (seen?: string) => {
  const view = show(<Side {...(seen ? { seen } : {})} />);
  await screen.findByRole('navigation', { name: 'Your societies' });
  return view;
};

beforeAll(connectSocket);
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  serve([dabke, robotics]);
});

describe('the own societies', () => {
  it('are in the side bar, with the number of new posts as a figure and in words', async () => {
    await open();
    expect(links()).toEqual(['Dabke Troupe', 'Robotics Society33 new posts']);
    expect(screen.getByRole('link', { name: /Robotics/ }).getAttribute('href')).toBe(`/societies/${robotics.ID}`);
  });

  it('are not requested for a visitor, and have no heading if there are none', async () => {
    useSession.setState({ status: 'out', user: null });
    show(<Side />);
    expect(screen.queryByText('Your societies')).toBeNull();
    expect(requests).toEqual([]);
  });

  it('are hidden if they cannot be fetched, and shown after the next try', async () => {
    onCall(getSocietiesByUser, () => no(500, 'internal', 'Boom'));
    show(<Side />);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByText('Your societies')).toBeNull();
    serve([dabke]);
    await refetchAll();
    await waitFor(() => expect(links()).toEqual(['Dabke Troupe']));
  });
});

describe('new posts in own societies', () => {
  it("count somebody else's post like a refetch; a repeated message counts once", async () => {
    await open();
    arrives(postCreated, post);
    arrives(postCreated, post);
    await waitFor(() => expect(links()[0]).toBe('Dabke Troupe11 new post'));
    serve([{ ...dabke, New_Count: 1 }, robotics]);
    await refetchAll();
    expect(links()[0]).toBe('Dabke Troupe11 new post');
  });

  it('exclude own posts and those of other societies, and stop at a hundred', async () => {
    serve([dabke, { ...robotics, New_Count: 100 }]);
    await open();
    arrives(postCreated, { ...post, ID: aPost().ID, User: me.ID });
    arrives(postCreated, sharedPostOf(aPost()));
    arrives(postCreated, sharedPostOf(aPost({ Society_ID: robotics.ID })));
    await refetchAll();
    expect(links()).toEqual(['Dabke Troupe', 'Robotics Society100100 new posts']);
  });

  it('are seen once the society is open, also those that arrive meanwhile', async () => {
    await open(robotics.ID);
    await waitFor(() => expect(links()).toEqual(['Dabke Troupe', 'Robotics Society']));
    arrives(postCreated, sharedPostOf(aPost({ Society_ID: robotics.ID })));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(links()).toEqual(['Dabke Troupe', 'Robotics Society']);
  });
});

describe('a changed membership', () => {
  const belongs = {
    society_id: robotics.ID,
    user_id: me.ID,
    Role: 'member' as const,
    Member_Count: 5,
    Event_Count: 1,
    Post_Count: 1,
    rev: 9,
  };

  it('adds the society to the list, or removes it', async () => {
    serve([dabke]);
    await open();
    serve([dabke, { ...robotics, New_Count: 0 }]);
    arrives(membershipChanged, belongs);
    await waitFor(() => expect(links()).toEqual(['Dabke Troupe', 'Robotics Society']));
    serve([dabke]);
    arrives(membershipChanged, { ...belongs, Role: null, rev: 10 });
    await waitFor(() => expect(links()).toEqual(['Dabke Troupe']));
  });

  it('is not lost while the first list is loading', async () => {
    const first = deferred<ReturnType<typeof yes>>();
    onCall(getSocietiesByUser, () => first.promise);
    show(<Side />);
    await waitFor(() => expect(requests).toHaveLength(1));
    serve([dabke, robotics]);
    arrives(membershipChanged, belongs);
    first.give(yes(getSocietiesByUser, [dabke]));
    await waitFor(() => expect(links()).toHaveLength(2));
  });

  it('of somebody else causes no request', async () => {
    await open();
    arrives(membershipChanged, { ...belongs, user_id: aUser().ID });
    await refetchAll();
    expect(requests).toHaveLength(2);
  });
});
