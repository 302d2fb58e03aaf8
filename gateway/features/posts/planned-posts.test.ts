import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { queue } from '#models/bus/jobs';
import { drain } from '#models/bus/publish';
import { exportData } from '#models/contract/account';
import type { Call, InputOf } from '#models/contract/define';
import { deletePlannedPost, getPlannedPosts, planPost, publishPlannedPost, updatePlannedPost } from '#models/contract/planned-posts';
import { getAllPosts, getPost, getPostsBySociety } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { searchAll } from '#models/contract/search';
import { getSocietyInfo } from '#models/contract/societies';
import { Memberships } from '#models/db/memberships';
import { PlannedPosts } from '#models/db/planned-posts';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildMember, buildPlannedPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

let society: SocietyDoc;
let author: UserDoc;
let token: string;
beforeEach(async () => {
  society = await buildSociety();
  author = await buildMember(society);
  token = await test.tokenFor(author);
});

const own = async () => (await test.call(getPlannedPosts, {}, token)).data;
const plan = (over: Partial<InputOf<typeof planPost>> = {}) =>
  test.call(planPost, { society_id: String(society._id), content: 'Unsaid so far: qwertz', ...over }, token);

describe('drafts and scheduled posts', () => {
  it('are saved, listed newest first, edited, rescheduled and deleted by their author', async () => {
    const at = inAnHour();
    const { status, data: draft } = await plan();
    expect([status, draft.Publish_At, draft.Society_Name]).toEqual([201, null, society.name]);
    const { data: scheduled } = await plan({ content: 'Later', publish_at: at });
    expect(scheduled.Publish_At).toBe(at);
    expect((await own()).map(({ ID }) => ID)).toEqual([scheduled.ID, draft.ID]);
    const edited = await test.call(updatePlannedPost, { planned_id: draft.ID, content: 'Edited', publish_at: at }, token);
    expect(edited.data).toMatchObject({ Content: 'Edited', Publish_At: at, version: 2 });
    const unscheduled = await test.call(updatePlannedPost, { planned_id: scheduled.ID, publish_at: null }, token);
    expect(unscheduled.data.Publish_At).toBeNull();
    expect((await test.call(deletePlannedPost, { planned_id: scheduled.ID }, token)).status).toBe(200);
    expect((await own()).map(({ ID }) => ID)).toEqual([draft.ID]);
  });

  it('have a job at their time', async () => {
    const { data } = await plan({ publish_at: inAnHour() });
    await drain();
    const job = await queue('activity').getJob(`publish-${data.ID}-${Date.parse(data.Publish_At!)}`);
    expect([job?.data.planned, Math.round(job!.opts.delay! / 60_000)]).toEqual([data.ID, 60]);
  });

  it.each([
    ['in the past', -1000],
    ['in more than a year', 366 * 86_400_000],
  ])('cannot be scheduled %s', async (_name, ms) => {
    const { status, error } = await plan({ publish_at: new Date(Date.now() + ms).toISOString() });
    expect([status, error.fields]).toEqual([400, { publish_at: 'Please choose a time within the next year' }]);
    expect(await PlannedPosts.countDocuments({ author: author._id })).toBe(0);
  });

  it('are in no list, count, search or export of others, not even for a platform admin', async () => {
    const { data } = await plan({ publish_at: inAnHour() });
    const admin = await buildUser({ role: 'admin' });
    const society_id = String(society._id);
    for (const reader of [await test.tokenFor(admin), await test.tokenFor({ _id: society.creator }), token]) {
      const ask = async <C extends Call>(call: C, input: InputOf<C>) => JSON.stringify(await test.call(call, input, reader));
      const seen = [
        await ask(getAllPosts, { limit: 100 }),
        await ask(getPostsBySociety, { society_id }),
        await ask(getPostsByUser, { user_id: String(author._id) }),
        await ask(getPost, { post_id: data.ID }),
        await ask(searchAll, { q: 'qwertz' }),
      ].join();
      expect(seen).not.toContain('Unsaid so far');
      expect((await test.call(getSocietyInfo, { society_id }, reader)).data.Post_Count).toBe(0);
      if (reader === token) continue;
      expect(await ask(exportData, {})).not.toContain('qwertz');
      expect((await test.call(getPlannedPosts, {}, reader)).data).toEqual([]);
      const planned_id = data.ID;
      for (const call of [updatePlannedPost, publishPlannedPost, deletePlannedPost])
        expect((await test.call(call as typeof updatePlannedPost, { planned_id }, reader)).status).toBe(404);
    }
    expect(JSON.stringify(await test.call(exportData, {}, token))).toContain('qwertz');
  });

  it('are published now as posts with their ids, once, however often it is asked for at once', async () => {
    const { data } = await plan();
    const answers = await Promise.all(Array.from({ length: 5 }, () => test.call(publishPlannedPost, { planned_id: data.ID }, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.data).toMatchObject({ ID: data.ID, Content: 'Unsaid so far: qwertz' });
    expect([await Posts.countDocuments({ society: society._id }), await own()]).toEqual([1, []]);
    expect((await Societies.findById(society._id).lean())?.posts).toBe(1);
  });

  it('are not published by somebody who has left the society, and stay', async () => {
    const { _id } = await buildPlannedPost({ society, author });
    await Memberships.deleteOne({ society: society._id, user: author._id });
    expect((await test.call(publishPlannedPost, { planned_id: String(_id) }, token)).status).toBe(403);
    expect([await PlannedPosts.countDocuments({ _id }), await Posts.countDocuments({ _id })]).toEqual([1, 0]);
  });

  it('have no name of a society that is closed to their author now', async () => {
    await buildPlannedPost({ society, author });
    await Memberships.deleteOne({ society: society._id, user: author._id });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'invite-only' } });
    expect((await own()).map(({ Society_Name }) => Society_Name)).toEqual(['']);
  });

  it('of a kind are for moderators', async () => {
    expect((await plan({ kind: 'announcement' })).status).toBe(403);
  });
});
