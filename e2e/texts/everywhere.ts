import type { Page } from 'playwright/test';
import { getAllPosts, likePost } from '#models/contract/posts';
import { getUserInfo } from '#models/contract/users';
import { me } from './faked.js';
import { exampleId, exampleOf, type MockedResponse, no, type Scenario, yes } from './scenario.js';

const posts = exampleOf(getAllPosts).map((post) => ({ ...post, Is_Liked: false, Like_Version: 0 }));

/** Any call may fail so: here it is the like of a post. */
const likeFails = (name: string, failure: MockedResponse, ...shows: string[]): Scenario => ({
  name: `a like that is answered ${name}`,
  who: 'member',
  at: '/',
  answers: [yes(getAllPosts, posts), failure],
  act: (page: Page) => page.getByRole('article').getByRole('button', { name: 'Like', exact: true }).click(),
  shows,
});

/** Texts that any screen may show. */
export const everywhereScenarios: Scenario[] = [
  likeFails('404', no(likePost, 'not_found'), 'Error {status}: {message}'),
  likeFails('401', no(likePost, 'unauthorized'), 'Unauthorized - please log in again.'),
  likeFails('500', no(likePost, 'internal'), 'Server error. Please try again later.'),
  likeFails('413 from a proxy before the server', { call: likePost, reply: { status: 413, body: null } }, 'Something went wrong.'),
  {
    name: 'a page for those who are signed in, while that is being checked',
    who: 'member',
    at: `/societies/${exampleId}/join-requests`,
    answers: [yes(getUserInfo, me, { after: 700 })],
    shows: ['Authenticating...'],
  },
  {
    name: 'the login',
    who: 'visitor',
    at: '/login',
    shows: ['Sign In'],
  },
  {
    name: 'a post that is begun, beside one of an admin',
    who: 'member',
    at: '/',
    answers: [
      yes(
        getAllPosts,
        posts.map((post) => ({ ...post, User_Role: 'admin' as const })),
      ),
    ],
    act: (page: Page) => page.getByRole('button', { name: "What's on your mind?" }).click(),
    shows: ['Admin', 'Post'],
  },
  {
    name: 'the societies',
    who: 'visitor',
    at: '/societies',
    shows: ['Trending', 'Technology', 'Academic'],
  },
  {
    name: 'a society',
    who: 'visitor',
    at: `/societies/${exampleId}`,
    shows: ['Members'],
  },
];
