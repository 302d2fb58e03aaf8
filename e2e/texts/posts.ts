import type { Page } from 'playwright/test';
import { createComment, deleteComment, getComments } from '#models/contract/comments';
import { getNotifications } from '#models/contract/notifications';
import { createPost, getAllPosts, getPost, type Post } from '#models/contract/posts';
import { reportPost } from '#models/contract/reports';
import { getSocietiesByUser } from '#models/contract/societies';
import { getTrendingPosts } from '#models/contract/trending';
import { me } from './faked.js';
import { exampleId, exampleOf, type MockedResponse, no, nothing, type Scenario, yes } from './scenario.js';

const [one] = exampleOf(getAllPosts) as [Post];
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const idOf = (n: number): string => exampleId.slice(0, -2) + String(n).padStart(2, '0');
const article = (page: Page) => page.getByRole('article').first();
const press = (page: Page, name: string) => article(page).getByRole('button', { name, exact: true }).click();

// The first is of a moment to come: it is new however long the other scenarios take.
const ages = [-60, 5, 3 * 60, 4 * 1440, 65 * 1440];
const feed: Post[] = [
  ...ages.map((minutes, i) => ({ ...one, ID: idOf(10 + i), CreatedAt: minutesAgo(minutes) })),
  { ...one, ID: idOf(20), User_Name: '', Society_Name: '', Content: '', CreatedAt: 'never' },
];

const [comment] = exampleOf(getComments);
const comments = Array.from({ length: 3 }, (_, i) => ({ ...comment!, ID: idOf(30 + i), CreatedAt: minutesAgo(9 - i) }));
const mine = { ...comments[0]!, User: me.ID, Can: { delete: true, report: false } };
const commented = [yes(getAllPosts, [{ ...one, CommentsCount: 3, Comments: 3 }]), yes(getComments, [mine, ...comments.slice(1)])];

async function deleteOne(page: Page): Promise<void> {
  await press(page, 'Comment');
  await article(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Comment' }).click();
}
const deleting = (name: string, answer: MockedResponse, ...shows: string[]): Scenario => ({
  name: `a comment that is deleted: ${name}`,
  who: 'member',
  at: '/',
  answers: [...commented, answer],
  act: deleteOne,
  shows,
});

async function report(page: Page, message: string): Promise<void> {
  await press(page, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report this post' });
  await dialog.getByRole('textbox').fill(message);
  await dialog.getByRole('button', { name: 'Report this post' }).click();
}
const reporting = (name: string, message: string, answer: MockedResponse, ...shows: string[]): Scenario => ({
  name: `a report of a post: ${name}`,
  who: 'member',
  at: '/',
  answers: [yes(getAllPosts, [{ ...one, Can: { edit: false, delete: false, report: true } }]), answer],
  act: (page) => report(page, message),
  shows,
});

const own = exampleOf(getSocietiesByUser).map((society) => ({ ...society, Can: { ...society.Can, post: true } }));
async function write(page: Page): Promise<void> {
  await page.getByRole('button', { name: "What's on your mind?" }).click();
  await page.getByRole('textbox', { name: "What's on your mind?" }).fill('Hello');
  await page.getByRole('button', { name: 'or paste a link' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
}
const writing = (name: string, answer: MockedResponse, ...shows: string[]): Scenario => ({
  name: `a new post: ${name}`,
  who: 'member',
  at: '/',
  answers: [yes(getSocietiesByUser, own), answer],
  act: write,
  shows,
});

const [notification] = exampleOf(getNotifications);
const unreadNotifications = Array.from({ length: 4 }, (_, i) => ({ ...notification!, ID: idOf(40 + i), read: false }));

/** Posts, their comments, and the cards beside the feed. */
export const postsScenarios: Scenario[] = [
  {
    name: 'an empty feed, with its cards',
    who: 'member',
    at: '/',
    answers: [
      yes(getAllPosts, []),
      yes(getTrendingPosts, [{ ...exampleOf(getTrendingPosts)[0]!, Content: '', title: '' }]),
      yes(getNotifications, unreadNotifications, { counts: { unread: 4, total: 24 } }),
    ],
    shows: [
      'No posts available.',
      "What's on your mind?",
      'Recent Activity',
      'Trending Posts',
      'No title',
      'Notifications',
      'Mark all read',
      'View all notifications (N)',
      'Recommended for You',
    ],
  },
  {
    name: 'a feed with posts of every age, and one of which little is known',
    who: 'member',
    at: '/',
    answers: [yes(getAllPosts, feed)],
    shows: [
      'Just now',
      'N minutes ago',
      'N hours ago',
      'N days ago',
      'N months ago',
      'Unknown User',
      'Unknown Society',
      'Unknown time',
      'No content available',
    ],
  },
  {
    name: 'a post, to a visitor',
    who: 'visitor',
    at: `/posts/${one.ID}`,
    answers: [yes(getPost, { ...one, Likes: 12, CommentsCount: 5 })],
    shows: ['N Likes • N Comments'],
  },
  {
    name: 'a post that is shared',
    who: 'member',
    at: `/posts/${one.ID}`,
    answers: [yes(getPost, one)],
    act: (page) => press(page, 'Share'),
    shows: ['Share', 'Link copied to clipboard'],
  },
  {
    name: 'the comments of a post, and one’s own',
    who: 'member',
    at: '/',
    answers: [...commented, yes(createComment, { ...exampleOf(createComment), User: me.ID, Content: 'Well done' })],
    act: async (page) => {
      await press(page, 'Comment');
      await article(page).getByRole('textbox', { name: 'Write a comment' }).fill('Well done');
      await page.keyboard.press('Enter');
    },
    shows: ['You', 'View more comments'],
  },
  deleting('taken', yes(deleteComment, exampleOf(deleteComment)), 'Delete Comment', 'Comment deleted successfully.'),
  deleting('refused', no(deleteComment, 'forbidden'), 'Failed to delete comment.'),
  deleting('unanswered', nothing(deleteComment), 'An error occurred while deleting the comment.'),
  reporting('blank', '  ', nothing(reportPost), 'Please enter a report message.'),
  reporting('taken', 'Spam', yes(reportPost, exampleOf(reportPost)), 'Post reported successfully.'),
  reporting('refused', 'Spam', no(reportPost, 'forbidden'), 'Failed to report post.'),
  reporting('unanswered', 'Spam', nothing(reportPost), 'An error occurred while reporting the post.'),
  writing('taken', yes(createPost, exampleOf(createPost)), 'Post created successfully!', 'Image URL'),
  writing('refused', no(createPost, 'forbidden'), 'Failed to create post'),
  writing('unanswered', nothing(createPost), 'An error occurred while creating the post'),
];
