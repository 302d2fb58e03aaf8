import { aPost, withActions, withDrafts } from '../found.js';
import type { Ask, Visits } from '../visit.js';

const post = async (ask: Ask): Promise<string> => `/posts/${await aPost(ask)}`;

export const postVisits = {
  '/posts/:id': [
    { name: 'a post, to a visitor', who: 'visitor', path: post },
    { name: 'a post, to a member', who: 'member', path: post, picture: 'post' },
    { name: 'a post that is not there', who: 'member', path: `/posts/${'0'.repeat(24)}`, refused: [404] },
  ],
  '/drafts': [{ name: 'drafts and scheduled posts', who: 'member', path: withDrafts('/drafts'), picture: 'drafts' }],
  '/trending': [
    { name: 'the trending posts, to a visitor', who: 'visitor', path: '/trending' },
    { name: 'the trending posts, to a member', who: 'member', path: '/trending', picture: 'trending' },
  ],
  '/activity': [{ name: 'the activity', who: 'member', path: '/activity', picture: 'activity' }],
  '/notifications': [
    { name: 'the notifications', who: 'member', path: '/notifications' },
    { name: 'the notifications, some with buttons', who: 'member', path: withActions('/notifications'), picture: 'notifications' },
  ],
  '/recommendations': [{ name: 'the recommendations', who: 'member', path: '/recommendations', picture: 'recommendations' }],
} satisfies Visits;
