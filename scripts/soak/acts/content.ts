import { createComment, deleteComment } from '#models/contract/comments';
import { pinPost, unpinPost } from '#models/contract/pins';
import { votePoll } from '#models/contract/polls';
import { createPost, deletePost, likePost, unlikePost, updatePost } from '#models/contract/posts';
import { type Act, ownSocieties, somePost, unlessSuspended } from './act.js';

/** Most posts of the run at a time. */
const newPosts = 30;

export const like: Act = async (person, world) => {
  const post_id = somePost(person, world);
  const answer = await person.ask(world.random.chance(0.6) ? likePost : unlikePost, { post_id });
  if (answer.status === 200) person.screen.posts.applyLike(post_id, answer.data.Is_Liked, answer.data.version, answer.data);
  return [answer];
};

/** Votes in a poll among the posts in view, or changes the vote. */
export const vote: Act = async (person, world) => {
  const post_id = somePost(person, world);
  if (!world.polls.has(post_id)) return [];
  const answer = await person.ask(votePoll, { post_id, choices: [world.random.int(0, 1)] });
  if (answer.status === 200) person.screen.posts.applyVote(post_id, answer.data);
  return [answer];
};

const pinnedMs = 86_400_000;

/** An admin pins a post of their society, or unpins it. */
export const pin: Act = async (_person, { random, societies }) => {
  const { admin, posts } = random.pick(societies);
  const post_id = random.pick(posts);
  const pinned_until = new Date(Date.now() + pinnedMs).toISOString();
  const answer = await (random.chance(0.5) ? admin.ask(pinPost, { post_id, pinned_until }) : admin.ask(unpinPost, { post_id }));
  if (answer.status === 200) admin.screen.posts.updatePost(answer.data);
  return [answer];
};

export const comment: Act = async (person, world) => {
  const post = somePost(person, world);
  const answer = await person.ask(createComment, { post_id: post, content: `Well said, ${world.random.int(1, 1_000_000)}` });
  if (answer.status !== 201) return [answer];
  person.screen.posts.addComment(post, answer.data, answer.data);
  world.comments.push({ id: answer.data.ID, post, author: person.options.user });
  return [answer];
};

export const uncomment: Act = async (person, { comments }) => {
  const at = comments.findIndex(({ author }) => author === person.options.user);
  const [own] = at < 0 ? [] : comments.splice(at, 1);
  if (!own) return [];
  const answer = await person.ask(deleteComment, { comment_id: own.id });
  if (answer.status === 200) person.screen.posts.removeComment(own.post, own.id, answer.data);
  return [answer];
};

export const post: Act = async (person, world) => {
  const own = ownSocieties(person, world);
  if (own.length === 0 || world.posts.length >= newPosts) return [];
  const society = world.random.pick(own).id;
  const answer = await person.ask(createPost, { society_id: society, content: `News ${world.random.int(1, 1_000_000)}` });
  if (answer.status !== 201) return [answer];
  person.screen.posts.addPost(answer.data);
  world.posts.push({ id: answer.data.ID, society, author: person.options.user });
  return [answer];
};

export const edit: Act = async (person, { random, posts }) => {
  const own = posts.find(({ author }) => author === person.options.user);
  if (!own) return [];
  const answer = await person.ask(updatePost, { post_id: own.id, content: `Corrected ${random.int(1, 1_000_000)}` });
  if (answer.status === 200) person.screen.posts.updatePost(answer.data);
  return [answer];
};

/** Removes the oldest post of the run as its author, unless only a few are left. */
export const unpost: Act = async (_person, world) => {
  const { posts, people } = world;
  const oldest = posts.length > newPosts / 2 ? posts.shift() : undefined;
  const author = people.find(({ options, ended }) => options.user === oldest?.author && ended === '');
  if (!oldest || !author) return [];
  const answer = await author.ask(deletePost, { post_id: oldest.id });
  if (answer.status < 300) author.screen.posts.removePost(oldest.id);
  return unlessSuspended(author, world, answer);
};
