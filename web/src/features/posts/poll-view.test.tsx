import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getPollVoters, postPoll, votePoll } from '#models/contract/polls';
import { getPost, type Post } from '#models/contract/posts';
import { getSocietiesByUser } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { societies } from '@/sync/societies';
import { onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import PollView from './poll-view';
import { posts } from './posts.store';

const me = aUser();
const poll = { Options: ['Monday', 'Tuesday'], Multiple: false, Secret: true, Changeable: true, Ends_At: '2199-01-01T00:00:00.000Z' };
const counts = (Poll_Votes: number[], Poll_Voters: number, Poll_Rev: number) => ({ Poll_Votes, Poll_Voters, Poll_Rev });

beforeAll(async () => {
  await i18n.loadNamespaces(['posts', 'polls']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
});

function Shown({ id }: { id: string }) {
  const post = posts.useOne(id);
  return post?.Poll ? <PollView post={post} poll={post.Poll} /> : null;
}

function open({
  role = 'member',
  over = {},
  fields = {},
  isLoaded = true,
}: {
  role?: 'member' | null;
  /** Whether something else has loaded the viewer's societies. */
  isLoaded?: boolean;
  over?: Partial<typeof poll>;
  fields?: Partial<Post>;
} = {}) {
  const society = aSociety({ Role: role });
  if (isLoaded) societies.merge([society]);
  const post = aPost({
    Society_ID: society.ID,
    Poll: { ...poll, ...over },
    ...counts([2, 1], 3, 5),
    My_Vote: [],
    Vote_Version: 0,
    ...fields,
  });
  posts.merge([post]);
  onCall(getPost, () => yes(getPost, post));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, role ? [society] : []));
  return { post, ...show(<Shown id={post.ID} />) };
}
const options = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const bodies = () => requests.filter(({ path }) => path === votePoll.path).map(({ body }) => body);

describe('a poll', () => {
  it('loads whether the viewer is a member, and calls nobody an outsider before', async () => {
    open({ isLoaded: false });
    expect(screen.queryByText(/Only members vote/)).toBeNull();
    expect(await screen.findByRole('radio', { name: /Monday/ })).toBeDefined();
  });

  it('shows its counts, takes a vote of a member and then offers to change it', async () => {
    const { post, user } = open();
    expect(options()).toEqual(['Monday2 votes', 'Tuesday1 vote']);
    onCall(votePoll, () => yes(votePoll, { ...counts([2, 2], 4, 6), My_Vote: [1], Vote_Version: 1 }));
    const vote = screen.getByRole('button', { name: 'Vote' });
    expect(vote).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: 'Tuesday' }));
    await user.click(vote);
    expect(await screen.findByText('Your vote was counted')).toBeDefined();
    expect(bodies()).toEqual([{ post_id: post.ID, choices: [1] }]);
    expect(options()).toEqual(['Monday2 votes', 'Tuesday2 votes']);
    expect(screen.getByRole('button', { name: 'Change vote' })).toBeDefined();
  });

  it('with several choices sends all of them', async () => {
    const { user } = open({ over: { Multiple: true } });
    onCall(votePoll, () => yes(votePoll, { ...counts([3, 2], 4, 6), My_Vote: [0, 1], Vote_Version: 1 }));
    for (const name of ['Monday', 'Tuesday']) await user.click(screen.getByRole('checkbox', { name }));
    await user.click(screen.getByRole('button', { name: 'Vote' }));
    await waitFor(() => expect(bodies()).toMatchObject([{ choices: [0, 1] }]));
  });

  it('changes its counts live, and ignores older ones', () => {
    const { post } = open();
    arrives(postPoll, { post_id: post.ID, ...counts([5, 4], 9, 9), rev: 9 });
    arrives(postPoll, { post_id: post.ID, ...counts([3, 1], 4, 6), rev: 6 });
    expect(options()).toEqual(['Monday5 votes', 'Tuesday4 votes']);
    expect(screen.getByText(/9 people voted/)).toBeDefined();
  });

  it.each([
    ['people who are not members', { role: null }, 'Only members vote'],
    ['everyone after its end', { over: { Ends_At: '2020-01-01T00:00:00.000Z' } }, 'Final results'],
    ['a voter who cannot change the vote', { over: { Changeable: false }, fields: { My_Vote: [1], Vote_Version: 1 } }, 'Secret ballot'],
  ])('only shows its counts to %s', async (_name, how, text) => {
    open(how);
    expect(await screen.findByText(new RegExp(text))).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(options()).toEqual(['Monday2 votes', 'Tuesday1 vote']);
  });

  it('that is open shows who voted for an option', async () => {
    const { user } = open({ over: { Secret: false } });
    onCall(getPollVoters, () => yes(getPollVoters, [{ ID: newId(), Name: 'Rana Saleh', Image: '' }], { next: null }));
    await user.click(screen.getByRole('button', { name: '1 vote' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Who voted for “Tuesday”' }));
    expect(await dialog.findByText('Rana Saleh')).toBeDefined();
  });
});
