import { screen } from '@testing-library/react';
import { type Comment, commentCreated, commentRemoved, getComments } from '#models/contract/comments';
import { membershipChanged } from '#models/contract/members';
import { postPoll } from '#models/contract/polls';
import { getAllPosts, getPost, type Post, postCreated, postLikes, postRemoved, postUpdated } from '#models/contract/posts';
import { getSocietiesByUser } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { PostList } from '@/features/posts/post-list';
import { type ConformanceRow, row } from '../conformance';
import { no, onCall, yes } from '../fake-server';
import { arrives } from '../fake-socket';
import { aComment, aPost, sharedPostOf } from '../fixtures';
import { page, subject, text } from './shared';

export const feed = subject(<PostList source={{ kind: 'feed' }} empty="none" />);
export const post = aPost({ Content: 'As written', Likes: 3, CommentsCount: 1, rev: 5, version: 2 });
const shared = sharedPostOf(post);
export const servePosts = (found: Post[]) => {
  onCall(getAllPosts, () => yes(getAllPosts, found, page));
  onCall(getPost, () => (found[0] ? yes(getPost, found[0]) : no(404, 'not_found', 'Not found.')));
};
const likeState = () => [text(), screen.queryByRole('button', { name: 'Like' })?.getAttribute('aria-pressed')];
const removal = { post_id: post.ID, society_id: post.Society_ID, version: 3 };
const liked = { ...post, Is_Liked: true, Like_Version: 1 };
const restored = { ...liked, version: 4 };
const edited = { ...post, Content: 'As edited', Edited_At: '2026-02-02T00:00:00.000Z', version: 3 };

const authorBecomes = (Role: Post['User_Role'], rev: number) => ({
  society_id: post.Society_ID,
  user_id: post.User,
  Role,
  ...{ Member_Count: 3, Event_Count: 0, Post_Count: 1, rev },
});

const voted = (Poll_Votes: number[], Poll_Voters: number, Poll_Rev: number) => ({ Poll_Votes, Poll_Voters, Poll_Rev });
const polled: Post = {
  ...post,
  Poll: { Options: ['Monday', 'Tuesday'], Multiple: false, Secret: true, Changeable: true, Ends_At: '2199-01-01T00:00:00.000Z' },
  ...voted([2, 1], 3, 5),
  My_Vote: [0],
  Vote_Version: 1,
};
/** The poll asks whether the viewer is a member. */
const servePoll = (found: Post): void => {
  servePosts([found]);
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [], page));
};
const pollIsShown = async (): Promise<void> => void (await screen.findByRole('region', { name: 'Poll' }));
const pollState = () => screen.queryAllByRole('listitem').map((item) => [item.textContent, item.dataset.chosen]);

export const first = aComment({ Content: 'first' });
export const sharedComment = ({ Can: _can, ...comment }: Comment) => comment;
export const ofPost = (CommentsCount: number, rev: number) => ({ post_id: post.ID, Likes: 3, CommentsCount, rev });
const removeFirst = () => arrives(commentRemoved, { ...ofPost(0, 7), comment_id: first.ID, version: 2 });
export const serveComments = (found: Comment[], rev: number) => {
  servePosts([{ ...post, CommentsCount: found.length, Comments: found.length, rev }]);
  onCall(getComments, () => yes(getComments, found, page));
};
export const openComments: NonNullable<ConformanceRow['open']> = async (user) => {
  await user.click(await screen.findByRole('button', { name: 'Comment' }));
  await screen.findByRole('region', { name: 'Comments' });
};

/** Rows of posts and comments. */
export const posts: ConformanceRow[] = [
  row(postCreated, shared, {
    screen: feed,
    serve: (isAfter) => servePosts(isAfter ? [post] : []),
    state: likeState,
    late: { ...shared, Content: 'Older', Likes: 0, rev: 4, version: 1 },
  }),
  row(postUpdated, sharedPostOf(edited), {
    screen: feed,
    serve: (isAfter) => servePosts([isAfter ? edited : post]),
    state: likeState,
    late: { ...shared, Likes: 0, rev: 1 },
  }),
  row(postRemoved, removal, {
    screen: feed,
    serve: (isAfter) => servePosts(isAfter ? [] : [post]),
    state: text,
    late: () => arrives(postCreated, shared),
  }),
  row(postCreated, sharedPostOf(restored), {
    what: 'restored after its removal',
    screen: feed,
    open: async () => {
      arrives(postRemoved, removal);
    },
    serve: (isAfter) => servePosts([isAfter ? restored : liked]),
    state: likeState,
    late: () => arrives(postRemoved, removal),
  }),
  row(
    postLikes,
    { post_id: post.ID, Likes: 8, CommentsCount: 1, rev: 9 },
    {
      screen: feed,
      serve: (isAfter) => servePosts([isAfter ? { ...post, Likes: 8, rev: 9 } : post]),
      state: likeState,
      late: { post_id: post.ID, Likes: 4, CommentsCount: 0, rev: 6 },
    },
  ),
  row(
    postPoll,
    { ...voted([4, 3], 7, 9), post_id: post.ID, rev: 9 },
    {
      screen: feed,
      open: pollIsShown,
      serve: (isAfter) => servePoll(isAfter ? { ...polled, ...voted([4, 3], 7, 9) } : polled),
      state: pollState,
      late: { ...voted([1, 1], 2, 6), post_id: post.ID, rev: 6 },
    },
  ),
  row(
    ownChanged,
    { kind: 'vote', id: post.ID, on: true, version: 2 },
    {
      what: 'vote',
      screen: feed,
      open: pollIsShown,
      serve: (isAfter) => servePoll(isAfter ? { ...polled, My_Vote: [1], Vote_Version: 2 } : polled),
      state: pollState,
      late: { kind: 'vote', id: post.ID, on: true, version: 1 },
    },
  ),
  row(membershipChanged, authorBecomes('moderator', 9), {
    what: 'the role of an author',
    screen: feed,
    serve: (isAfter) => servePosts([{ ...post, User_Role: isAfter ? 'moderator' : 'member' }]),
    state: text,
    late: authorBecomes('member', 8),
  }),
  row(
    commentCreated,
    { ...ofPost(1, 6), comment: sharedComment(first) },
    {
      screen: feed,
      open: openComments,
      serve: (isAfter) => serveComments(isAfter ? [first] : [], isAfter ? 6 : 5),
      state: text,
      late: { ...ofPost(0, 5), comment: sharedComment(first) },
    },
  ),
  row(
    commentRemoved,
    { ...ofPost(0, 6), comment_id: first.ID, version: 2 },
    {
      screen: feed,
      open: openComments,
      serve: (isAfter) => serveComments(isAfter ? [] : [first], isAfter ? 6 : 5),
      state: text,
      late: () => arrives(commentCreated, { ...ofPost(1, 5), comment: sharedComment(first) }),
    },
  ),
  row(
    commentCreated,
    { ...ofPost(1, 8), comment: { ...sharedComment(first), version: 3 } },
    {
      what: 'restored after its removal',
      screen: feed,
      open: async (user) => {
        await openComments(user);
        removeFirst();
      },
      serve: (isAfter) => serveComments([isAfter ? { ...first, version: 3 } : first], isAfter ? 8 : 5),
      state: text,
      late: () => removeFirst(),
    },
  ),
  row(
    ownChanged,
    { kind: 'like', id: post.ID, on: true, version: 4 },
    {
      what: 'like',
      screen: feed,
      serve: (isAfter) => servePosts([{ ...post, Is_Liked: isAfter }]),
      state: likeState,
      late: { kind: 'like', id: post.ID, on: false, version: 3 },
    },
  ),
  row(
    ownChanged,
    { kind: 'block', id: post.User, on: true, version: 1 },
    {
      what: 'block',
      screen: feed,
      serve: (isAfter) => servePosts(isAfter ? [] : [post]),
      state: text,
      late: { kind: 'block', id: post.User, on: false, version: 0 },
    },
  ),
];
