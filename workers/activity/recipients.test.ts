import { describe, expect, it } from 'vitest';
import type { NotificationSpec } from '#models/bus/verb';
import { type Id, newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildBlock, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatchDefaults, notifyAudience } from './dispatch.js';

setUpTestBus();

/** Delivers a society's post to one person, does something, and delivers it to another. Returns the ids of those notified. */
async function notifiedAround(society: SocietyDoc, actor: Id, [first, second]: readonly UserDoc[], meanwhile: () => Promise<unknown>) {
  async function* audience() {
    yield [first!._id];
    await meanwhile();
    yield [second!._id];
  }
  const id = String(newId());
  const what = { type: 'post_created', params: {}, link: '/', why: 'member' } as const;
  const spec: NotificationSpec = { ...what, key: `post:${society._id}`, society: society._id, audience };
  await notifyAudience({ id, actor, at: new Date(), spec }, dispatchDefaults);
  return (await Notifications.find({ tellings: id }, { user: 1 }).lean()).map(({ user }) => user);
}

describe('a later batch of a delivery leaves out', () => {
  it('people in a block that was set since the delivery began', async () => {
    const society = await buildSociety();
    const [actor, ...readers] = [await buildMember(society), await buildMember(society), await buildMember(society)];
    const meanwhile = () => buildBlock({ from: readers[1]!, to: actor });
    expect(await notifiedAround(society, actor._id, readers, meanwhile)).toEqual([readers[0]?._id]);
  });

  it('outsiders of a society that was closed since the delivery began', async () => {
    const society = await buildSociety();
    const actor = await buildMember(society);
    const readers = [await buildUser(), await buildUser()];
    const meanwhile = () => Societies.updateOne({ _id: society._id }, { 'privacy.visibility': 'private' });
    expect(await notifiedAround(society, actor._id, readers, meanwhile)).toEqual([readers[0]?._id]);
  });
});
