import type { Page } from 'playwright/test';
import { deleteComment, getComments } from '#models/contract/comments';
import { createPost, deletePost, getAllPosts, likePost, type Post, updatePost } from '#models/contract/posts';
import { reportPost } from '#models/contract/reports';
import { getSocietiesByUser } from '#models/contract/societies';
import { me } from '../texts/faked.js';
import { exampleOf, type MockedResponse, yes } from '../texts/scenario.js';
import { confirm, type FailingAction } from './failing-action.js';

const [post] = exampleOf(getAllPosts) as [Post];
const can = (edit: boolean, report: boolean): Post['Can'] => ({ edit, delete: edit, report });
const feed = (fields: Partial<Post>): MockedResponse => yes(getAllPosts, [{ ...post, Is_Liked: false, Like_Version: 0, ...fields }]);
const [comment] = exampleOf(getComments);
const mine = comment ? [{ ...comment, User: me.ID, Can: { delete: true, report: false } }] : [];
const own = exampleOf(getSocietiesByUser).map((society) => ({ ...society, Can: { ...society.Can, post: true } }));
const article = (page: Page) => page.getByRole('article').first();
const press = (page: Page, name: string) => article(page).getByRole('button', { name, exact: true }).click();

async function fromMenu(page: Page, item: string): Promise<void> {
  await press(page, 'More about this post');
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Actions on posts and comments. */
export const onPosts: FailingAction[] = [
  { name: 'a like', who: 'member', at: '/', call: likePost, answers: [feed({})], act: (page) => press(page, 'Like'), isQueued: true },
  {
    name: 'the end of a comment',
    who: 'member',
    at: '/',
    call: deleteComment,
    answers: [feed({ CommentsCount: 1, Comments: 1 }), yes(getComments, mine)],
    act: async (page) => {
      await press(page, 'Comment');
      await press(page, 'Delete');
      await confirm(page, 'Delete Comment');
    },
    text: 'Failed to delete comment.',
    unanswered: 'An error occurred while deleting the comment.',
  },
  {
    name: 'a report of a post',
    who: 'member',
    at: '/',
    call: reportPost,
    answers: [feed({ Can: can(false, true) })],
    act: async (page) => {
      await press(page, 'Report');
      await page.getByRole('dialog').getByRole('textbox').fill('It is an advertisement.');
      await confirm(page, 'Report this post');
    },
    text: 'Failed to report post.',
    unanswered: 'An error occurred while reporting the post.',
  },
  {
    name: 'a new post',
    who: 'member',
    at: '/',
    call: createPost,
    answers: [yes(getSocietiesByUser, own)],
    act: async (page) => {
      await page.getByRole('button', { name: "What's on your mind?" }).click();
      await page.getByRole('textbox', { name: "What's on your mind?" }).fill('Hello');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
    },
    text: 'Failed to create post',
    unanswered: 'An error occurred while creating the post',
  },
  {
    name: 'a post that is edited',
    who: 'member',
    at: '/',
    call: updatePost,
    answers: [feed({ User: me.ID, Can: can(true, false) })],
    act: async (page) => {
      await fromMenu(page, 'Edit');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('Other words');
      await confirm(page, 'Save Changes');
    },
  },
  {
    name: 'the end of a post',
    who: 'member',
    at: '/',
    call: deletePost,
    answers: [feed({ User: me.ID, Can: can(true, false) })],
    act: async (page) => {
      await fromMenu(page, 'Delete');
      await confirm(page, 'Delete Post');
    },
  },
];
