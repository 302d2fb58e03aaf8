import { toggleAttendance } from '#models/contract/attendance';
import { createComment, deleteComment } from '#models/contract/comments';
import { approveRequest, askToJoin, getJoinRequests } from '#models/contract/join-requests';
import { leaveSociety, updateMemberRole } from '#models/contract/members';
import { markAllRead } from '#models/contract/notifications';
import { createPost, deletePost, likePost, unlikePost, updatePost } from '#models/contract/posts';
import type { ApiResult } from '#models/testing/api-client';
import type { SimulatedUser } from '#models/testing/simulated-user';
import type { SoakWorld } from './world.js';

/** One thing that a person does. Answers the answers that it got. */
type Act = (person: SimulatedUser, world: SoakWorld) => Promise<ApiResult<unknown>[]>;

const newPosts = 30;
const longestSleepMs = 10_000;

const like: Act = async (person, { random }) => {
  const post_id = random.pick(person.options.view.posts);
  const call = random.chance(0.6) ? likePost : unlikePost;
  const answer = await person.ask(call, { post_id });
  if (answer.status === 200) person.screen.applyLike(post_id, answer.data.Is_Liked, answer.data.version, answer.data);
  return [answer];
};

const comment: Act = async (person, { random, comments }) => {
  const post = random.pick(person.options.view.posts);
  const answer = await person.ask(createComment, { post_id: post, content: `Well said, ${random.int(1, 1_000_000)}` });
  if (answer.status !== 201) return [answer];
  person.screen.upsertComment(post, answer.data, answer.data);
  comments.push({ id: answer.data.ID, post, author: person.options.user });
  return [answer];
};

const uncomment: Act = async (person, { comments }) => {
  const at = comments.findIndex(({ author }) => author === person.options.user);
  const [own] = at < 0 ? [] : comments.splice(at, 1);
  if (!own) return [];
  const answer = await person.ask(deleteComment, { comment_id: own.id });
  if (answer.status === 200) person.screen.removeComment(own.post, own.id, answer.data);
  return [answer];
};

const post: Act = async (person, { random, posts, societies }) => {
  const own = societies.filter(({ id }) => person.screen.roleIn(id) !== null);
  if (own.length === 0 || posts.length >= newPosts) return [];
  const society = random.pick(own).id;
  const answer = await person.ask(createPost, { society_id: society, content: `News ${random.int(1, 1_000_000)}` });
  if (answer.status !== 201) return [answer];
  person.screen.upsertPost(answer.data);
  posts.push({ id: answer.data.ID, society, author: person.options.user });
  return [answer];
};

const edit: Act = async (person, { random, posts }) => {
  const own = posts.find(({ author }) => author === person.options.user);
  if (!own) return [];
  const answer = await person.ask(updatePost, { post_id: own.id, content: `Corrected ${random.int(1, 1_000_000)}` });
  if (answer.status === 200) person.screen.upsertPost(answer.data);
  return [answer];
};

/** Removes the oldest post of the run as its author, unless only a few are left. */
const unpost: Act = async (_person, { posts, people }) => {
  const oldest = posts.length > newPosts / 2 ? posts.shift() : undefined;
  const author = people.find(({ options }) => options.user === oldest?.author);
  if (!oldest || !author) return [];
  return [await author.ask(deletePost, { post_id: oldest.id })];
};

const join: Act = async (person, { random, societies }) => [await person.ask(askToJoin, { society_id: random.pick(societies).id })];

const leave: Act = async (person, { random, societies }) => {
  const own = societies.filter(({ id }) => person.screen.roleIn(id) !== null);
  return own.length === 0 ? [] : [await person.ask(leaveSociety, { society_id: random.pick(own).id })];
};

const adminOf = ({ people }: SoakWorld, admin: string): SimulatedUser | undefined => people.find(({ options }) => options.user === admin);

/** An admin lets somebody in who has asked. */
const approve: Act = async (_person, world) => {
  const society = world.random.pick(world.societies);
  const admin = adminOf(world, society.admin);
  if (!admin) return [];
  const waiting = await admin.ask(getJoinRequests, { society_id: society.id, status: 'pending', limit: 1 });
  const request = waiting.status === 200 ? waiting.data[0] : undefined;
  return request ? [waiting, await admin.ask(approveRequest, { request_id: request.Request_ID })] : [waiting];
};

/** An admin gives somebody another role. */
const role: Act = async (person, world) => {
  const society = world.random.pick(world.societies);
  const admin = adminOf(world, society.admin);
  if (!admin || admin === person) return [];
  const given = world.random.chance(0.5) ? 'moderator' : 'member';
  return [await admin.ask(updateMemberRole, { society_id: society.id, member: person.options.user, role: given })];
};

const attend: Act = async (person, { random }) => {
  const event_id = random.pick(person.options.view.events);
  const answer = await person.ask(toggleAttendance, { event_id, status: random.chance(0.6) ? 'attending' : 'not_attending' });
  if (answer.status !== 200) return [answer];
  person.screen.applyEvent(event_id, answer.data);
  person.screen.applyStatus(event_id, answer.data);
  return [answer];
};

const read: Act = async (person) => {
  const { screen } = person;
  const [seen, asked] = [screen.notified(), screen.now()];
  const answer = await person.ask(markAllRead, {});
  if (answer.status === 200) screen.applyReadAnswer(seen, answer.data.unread, asked);
  return [answer];
};

const type: Act = async (person, { random }) => {
  person.typing(random.pick(person.options.view.posts));
  return [];
};

const breakOff: Act = async (person) => {
  person.breakOff();
  return [];
};

/** Puts a laptop to sleep for a while: some return within the replay window, others must refetch. */
const sleep: Act = async (person, { random }) => {
  // One timer a person: a second one would open the screen again after all have gone.
  if (!person.isConnected) return [];
  person.away();
  setTimeout(() => void person.open().catch(() => {}), random.int(1, longestSleepMs));
  return [];
};

/** How often each comes, among a hundred or so. */
const deck: [act: Act, share: number][] = [
  [like, 32],
  [comment, 14],
  [uncomment, 6],
  [post, 3],
  [edit, 2],
  [unpost, 2],
  [join, 7],
  [leave, 5],
  [approve, 4],
  [role, 2],
  [attend, 8],
  [read, 5],
  [type, 6],
  [breakOff, 5],
  [sleep, 3],
];
const acts = deck.flatMap(([act, share]) => Array.from({ length: share }, () => act));

/** Somebody does something, by chance. */
export const doSomething = (person: SimulatedUser, world: SoakWorld): Promise<ApiResult<unknown>[]> =>
  world.random.pick(acts)(person, world);
