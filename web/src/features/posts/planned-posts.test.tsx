import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  deletePlannedPost,
  getPlannedPosts,
  type PlannedPost,
  publishPlannedPost,
  updatePlannedPost,
} from '#models/contract/planned-posts';
import { postCreated } from '#models/contract/posts';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import DraftsPage from '@/pages/drafts-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aPost, aUser, newId, sharedPostOf } from '@/testing/fixtures';
import { show } from '@/testing/render';

const me = aUser();
const planned = (fields: Partial<PlannedPost> = {}): PlannedPost => ({
  ID: newId(),
  Society_ID: newId(),
  Society_Name: 'Robotics',
  Content: 'For later',
  Image: '',
  Kind: null,
  Poll: null,
  Publish_At: null,
  Refused_At: null,
  CreatedAt: '2026-02-02T00:00:00.000Z',
  version: 1,
  ...fields,
});
const bodiesOf = (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['posts', 'drafts', 'polls']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
});

async function open(...found: PlannedPost[]) {
  onCall(getPlannedPosts, () => yes(getPlannedPosts, found, { next: null }));
  const view = show(<DraftsPage />);
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(found.length));
  return { ...view, press: (name: string) => view.user.click(screen.getByRole('button', { name })) };
}
const gone = () => waitFor(() => expect(screen.queryByText('For later')).toBeNull());

describe('the page of drafts', () => {
  it('says which are drafts, which are scheduled, and which were refused', async () => {
    const at = '2199-01-01T10:00:00.000Z';
    await open(
      planned({ Content: 'one', CreatedAt: '2026-02-04T00:00:00.000Z' }),
      planned({ Content: 'two', Publish_At: at, CreatedAt: '2026-02-03T00:00:00.000Z' }),
      planned({ Content: 'three', Refused_At: '2026-02-03T10:00:00.000Z' }),
    );
    const [draft, scheduled, refused] = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(draft).toContain('Draft');
    expect(scheduled).toContain('Scheduled for Jan 1, 2199');
    expect(refused).toContain('you can no longer post in this society');
  });

  it('publishes one now, and removes it', async () => {
    const post = planned();
    onCall(publishPlannedPost, () => yes(publishPlannedPost, aPost({ ID: post.ID })));
    const { press } = await open(post);
    await press('Publish now');
    expect(await screen.findByText('Post published')).toBeDefined();
    await gone();
    expect(bodiesOf(publishPlannedPost.path)).toEqual([{ planned_id: post.ID }]);
  });

  it('removes one that is published elsewhere', async () => {
    const post = planned();
    await open(post);
    arrives(postCreated, sharedPostOf(aPost({ ID: post.ID, User: me.ID })));
    await gone();
  });

  it('edits text and time', async () => {
    const post = planned();
    const at = new Date('2199-01-01T12:00').toISOString();
    onCall(updatePlannedPost, () => yes(updatePlannedPost, { ...post, Content: 'For later, mended', Publish_At: at, version: 2 }));
    const { user, press } = await open(post);
    await press('Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit draft' }));
    await user.type(dialog.getByRole('textbox', { name: 'Text' }), ', mended');
    fireEvent.change(dialog.getByLabelText('Publish at'), { target: { value: '2199-01-01T12:00' } });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('For later, mended')).toBeDefined();
    expect(bodiesOf(updatePlannedPost.path)).toEqual([{ planned_id: post.ID, content: 'For later, mended', publish_at: at }]);
  });

  it('deletes one after a question; one that is gone already disappears, too', async () => {
    onCall(deletePlannedPost, () => no(404, 'not_found', 'Not found.'));
    const { user, press } = await open(planned());
    await press('Delete');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await gone();
    expect(await screen.findByText('No drafts')).toBeDefined();
  });
});
