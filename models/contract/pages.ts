/** Every page of the web app, as the router's paths; where a page's pattern fits a call's path too, the call goes first. */
export const pages = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/terms',
  '/privacy',
  '/about',
  '/account',
  '/users/:id',
  '/events',
  '/events/:id',
  '/events/:id/edit',
  '/events/:id/attendees',
  '/events/:id/check-in',
  '/posts/:id',
  '/search',
  '/trending',
  '/activity',
  '/notifications',
  '/recommendations',
  '/support',
  '/support/tickets',
  '/my-societies',
  '/societies',
  '/societies/:id',
  '/societies/:id/join-requests',
  '/societies/:id/events',
  '/societies/:id/events/new',
  '/societies/:id/reports',
  '/admin/reports',
  '/admin/support',
  '/admin/people',
] as const;
export type PagePath = (typeof pages)[number];

const matchers = pages.map((page) => new RegExp(`^${page.replace(/:id/g, '[^/]+')}/?$`));

/** Whether a path belongs to a page of the web app. */
export const isPage = (path: string): boolean => matchers.some((matcher) => matcher.test(path));
