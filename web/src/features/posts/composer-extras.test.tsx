import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planPost } from '#models/contract/planned-posts';
import { createPost } from '#models/contract/posts';
import { getSocietiesByUser, type Society } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aPost, aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { Composer } from './composer';

const me = aUser();
const robots = (Role: Society['Role']): Society => {
  const society = aSociety({ Name: 'Robotics', Role });
  return { ...society, Can: { ...society.Can, post: true } };
};
const bodiesOf = (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body as Record<string, unknown>);

beforeAll(async () => {
  await i18n.loadNamespaces(['posts', 'polls', 'drafts']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  onCall(createPost, () => yes(createPost, aPost({ User: me.ID })));
});

async function open(society: Society) {
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [society]));
  const view = show(<Composer me={me} />);
  const prompt = await screen.findByRole('button', { name: "What's on your mind?" });
  await waitFor(() => expect(prompt).toHaveProperty('disabled', false));
  await view.user.click(prompt);
  await view.user.type(await screen.findByRole('textbox', { name: "What's on your mind?" }), 'Hello');
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }));
  return { ...view, press };
}

describe('an announcement', () => {
  it('is offered to a moderator, and sent as its kind', async () => {
    const society = robots('moderator');
    const { user, press } = await open(society);
    await user.click(screen.getByRole('checkbox', { name: 'Announcement' }));
    await press('Post');
    expect(await screen.findByText('Post created successfully!')).toBeDefined();
    expect(bodiesOf(createPost.path)).toEqual([{ society_id: society.ID, content: 'Hello', image: '', kind: 'announcement' }]);
  });

  it('is not offered to a plain member', async () => {
    await open(robots('member'));
    expect(screen.queryByRole('checkbox', { name: 'Announcement' })).toBeNull();
  });
});

describe('a poll in the composer', () => {
  it('is sent with its options once at least two differ', async () => {
    const { user, press } = await open(robots('member'));
    await press('Add a poll');
    await screen.findByRole('textbox', { name: 'Option 1' });
    const post = screen.getByRole('button', { name: 'Post' });
    await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Monday');
    await user.type(screen.getByRole('textbox', { name: 'Option 2' }), 'Monday');
    expect(post).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: 'Option 2' }), ' next week');
    await user.click(screen.getByRole('checkbox', { name: 'Several choices' }));
    await press('Post');
    expect(await screen.findByText('Post created successfully!')).toBeDefined();
    const [body] = bodiesOf(createPost.path);
    const { ends_at, ...poll } = body!.poll as { ends_at: string };
    expect(poll).toEqual({ options: ['Monday', 'Monday next week'], multiple: true, secret: true, changeable: true });
    const days = (Date.parse(ends_at) - Date.now()) / 86_400_000;
    expect(days > 6.9 && days <= 7).toBe(true);
  });

  it('can be removed again', async () => {
    const { press } = await open(robots('member'));
    await press('Add a poll');
    await screen.findByRole('textbox', { name: 'Option 1' });
    await press('Remove the poll');
    await press('Post');
    expect(await screen.findByText('Post created successfully!')).toBeDefined();
    expect(Object.keys(bodiesOf(createPost.path)[0]!)).toEqual(['society_id', 'content', 'image']);
  });
});

describe('the keyboard in the fields of a poll', () => {
  const option = (n: number) => screen.getByRole('textbox', { name: `Option ${n}` });

  it('begins in the first option, goes on in an added one, and returns to the option before a removed one', async () => {
    const { press } = await open(robots('member'));
    await press('Add a poll');
    await screen.findByRole('textbox', { name: 'Option 1' });
    expect(document.activeElement).toBe(option(1));
    await press('Add an option');
    expect(document.activeElement).toBe(option(3));
    await press('Remove option 3');
    expect(document.activeElement).toBe(option(2));
    await press('Remove the poll');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a poll' }));
  });

  it('does not publish by Enter in an option', async () => {
    const { user, press } = await open(robots('member'));
    await press('Add a poll');
    await user.type(await screen.findByRole('textbox', { name: 'Option 1' }), 'Monday');
    await user.type(option(2), 'Tuesday{Enter}');
    expect(screen.getByRole('button', { name: 'Post' })).toHaveProperty('disabled', false);
    expect(bodiesOf(createPost.path)).toEqual([]);
  });
});

describe('a planned post', () => {
  const planned = (Publish_At: string | null) => ({
    ID: aPost().ID,
    Society_ID: aPost().ID,
    Society_Name: 'Robotics',
    Content: 'Hello',
    Image: '',
    Kind: null,
    Poll: null,
    Publish_At,
    Refused_At: null,
    CreatedAt: '2026-02-02T00:00:00.000Z',
    version: 1,
  });

  it('without a time is saved as a draft, and the form closes', async () => {
    onCall(planPost, () => yes(planPost, planned(null)));
    const society = robots('member');
    const { press } = await open(society);
    await press('Save as a draft, or schedule');
    await screen.findByLabelText('Publish at');
    await press('Save draft');
    expect(await screen.findByText('Draft saved')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Drafts and scheduled posts' }).getAttribute('href')).toBe('/drafts');
    expect(bodiesOf(planPost.path)).toEqual([{ society_id: society.ID, content: 'Hello', image: '', publish_at: null }]);
    expect(screen.queryByRole('textbox', { name: "What's on your mind?" })).toBeNull();
    expect(bodiesOf(createPost.path)).toEqual([]);
  });

  it('cannot be published at once while a time is set', async () => {
    onCall(planPost, () => yes(planPost, planned('2199-01-01T10:00:00.000Z')));
    const { user, press } = await open(robots('member'));
    await press('Save as a draft, or schedule');
    const at = await screen.findByLabelText('Publish at');
    expect(document.activeElement).toBe(at);
    await user.keyboard('{Enter}');
    fireEvent.change(at, { target: { value: '2199-01-01T12:00' } });
    const post = screen.getByRole<HTMLButtonElement>('button', { name: 'Post' });
    expect(post.disabled).toBe(true);
    fireEvent.change(at, { target: { value: '' } });
    expect(post.disabled).toBe(false);
    fireEvent.change(at, { target: { value: '2199-01-01T12:00' } });
    fireEvent.submit(post.form!);
    await press('Schedule');
    expect(await screen.findByText(/^Scheduled for/)).toBeDefined();
    expect(bodiesOf(createPost.path)).toEqual([]);
  });

  it('with a time is scheduled for it', async () => {
    onCall(planPost, () => yes(planPost, planned('2199-01-01T10:00:00.000Z')));
    const { press } = await open(robots('member'));
    await press('Save as a draft, or schedule');
    fireEvent.change(await screen.findByLabelText('Publish at'), { target: { value: '2199-01-01T12:00' } });
    await press('Schedule');
    expect(await screen.findByText(/^Scheduled for/)).toBeDefined();
    expect(bodiesOf(planPost.path)[0]?.publish_at).toBe(new Date('2199-01-01T12:00').toISOString());
  });
});
