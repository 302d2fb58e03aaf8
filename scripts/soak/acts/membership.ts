import { unban } from '#models/contract/bans';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { removeMember, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { type Visibility, visibility as visibilities } from '#models/contract/societies';
import { followSociety, unfollowSociety } from '#models/contract/society-follows';
import { deleteSociety, restoreSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import type { ApiResult } from '#models/testing/api-client';
import type { SimulatedUser } from '#models/testing/simulated-user';
import type { SoakSociety, SoakWorld } from '../world.js';
import { type Act, ownSocieties, undoLater, unlessSuspended } from './act.js';

const closedMs = [5000, 20_000] as const;
const removedMs = [3000, 10_000] as const;
const outMs = [3000, 15_000] as const;
/** Most societies that are not as they were, so that most of what there is stays visible. */
const mostClosed = 3;
/** Shortest interval between two closings: each makes every page refetch at once, which two cores cannot do all the time. */
const closeEveryMs = 30_000;

async function ask(person: SimulatedUser, { id }: SoakSociety): Promise<ApiResult<unknown>[]> {
  const answer = await person.ask(askToJoin, { society_id: id });
  const { Request_ID, version, status } = answer.data ?? {};
  if (answer.status === 200 && Request_ID && version) person.screen.societies.applyRequest(id, Request_ID, version, status);
  return [answer];
}

export const join: Act = (person, { random, societies }) => ask(person, random.pick(societies));

export const followOne: Act = async (person, { random, societies }) => [
  await person.ask(random.chance(0.7) ? followSociety : unfollowSociety, { society_id: random.pick(societies).id }),
];

export const leave: Act = async (person, world) => {
  const own = ownSocieties(person, world);
  return own.length === 0 ? [] : [await person.ask(leaveSociety, { society_id: world.random.pick(own).id })];
};

/** An admin lets somebody in who has asked. */
export const approve: Act = async (_person, { random, societies }) => {
  const { id, admin } = random.pick(societies);
  const waiting = await admin.ask(getJoinRequests, { society_id: id, status: 'pending', limit: 1 });
  const request = waiting.status === 200 ? waiting.data[0] : undefined;
  return request ? [waiting, await admin.ask(approveRequest, { request_id: request.Request_ID })] : [waiting];
};

/** The society whose organisers' page the person has open, if any. */
function watched({ options: { pages } }: SimulatedUser, { societies }: SoakWorld): SoakSociety | undefined {
  const [page] = pages;
  if (page?.kind === 'reports') return societies.find(({ id }) => id === page.society);
  return page?.kind === 'attendees' ? societies.find(({ events }) => events.includes(page.event)) : undefined;
}

/** An admin gives somebody another role, more often where that opens or closes a page. */
export const role: Act = async (person, world) => {
  const { random, people } = world;
  const watching = people.filter((each) => watched(each, world) !== undefined);
  const chosen = random.chance(0.5) && watching.length > 0 ? random.pick(watching) : person;
  const { id, admin } = watched(chosen, world) ?? random.pick(world.societies);
  if (admin === chosen) return [];
  const given = random.chance(0.5) ? 'moderator' : 'member';
  return [await admin.ask(updateMemberRole, { society_id: id, member: chosen.options.user, role: given })];
};

/** An admin removes somebody, now and then with a ban; after a while the person may come back, and asks to. */
export const remove: Act = async (person, world) => {
  const own = ownSocieties(person, world).filter(({ admin }) => admin !== person);
  if (own.length === 0) return [];
  const society = world.random.pick(own);
  const { id: society_id, admin } = society;
  const { user: user_id } = person.options;
  const isBan = world.random.chance(0.4);
  const removed = await admin.ask(removeMember, { society_id, user_id, ban: isBan ? 'true' : 'false' });
  undoLater(world, outMs, async () => {
    const letIn = isBan ? [await admin.ask(unban, { society_id, user_id })] : [];
    const asked = person.ended === '' ? await ask(person, society) : [];
    return [...letIn, ...asked.flatMap((answer) => unlessSuspended(person, world, answer))];
  });
  return [removed];
};

const setVisibility = ({ id, admin }: SoakSociety, visibility: Visibility, eventsVisible: boolean): Promise<ApiResult<unknown>> =>
  admin.ask(updateInfo, { society_id: id, privacy: { visibility, eventsVisible } });

/** Whether one more society may close now; if so, the next has to wait. */
function mayClose(world: SoakWorld): boolean {
  const closed = world.societies.filter(({ home, visibility, isRemoved }) => isRemoved || home !== visibility);
  if (closed.length >= mostClosed || Date.now() < world.nextClosingAt) return false;
  world.nextClosingAt = Date.now() + closeEveryMs;
  return true;
}

/** An admin changes who sees a society; after a while it is as before. */
export const changeVisibility: Act = async (_person, world) => {
  const { random, societies } = world;
  const society = random.pick(societies);
  if (society.isRemoved || society.visibility !== society.home || !mayClose(world)) return [];
  society.visibility = random.pick(visibilities.options.filter((each) => each !== society.home));
  const answer = await setVisibility(society, society.visibility, random.chance(0.5));
  undoLater(world, closedMs, async () => {
    society.visibility = society.home;
    return [await setVisibility(society, society.home, true)];
  });
  return [answer];
};

/** An admin deletes a society; after a while a platform admin restores it. */
export const removeSociety: Act = async (_person, world) => {
  const { random, societies, platformAdmin } = world;
  const society = random.pick(societies);
  if (societies.some(({ isRemoved }) => isRemoved) || !mayClose(world)) return [];
  society.isRemoved = true;
  const answer = await society.admin.ask(deleteSociety, { society_id: society.id, confirm: society.name });
  undoLater(world, removedMs, async () => {
    society.isRemoved = false;
    return [await platformAdmin.ask(restoreSociety, { society_id: society.id })];
  });
  return [answer];
};
