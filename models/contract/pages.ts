/** Every page of the web app, as the router's paths; no page has the path of a call. */
export const pages = ['/', '/login', '/signup', '/societies', '/societies/:id', '/societies/:id/join-requests'] as const;
export type PagePath = (typeof pages)[number];

const matchers = pages.map((page) => new RegExp(`^${page.replace(/:id/g, '[^/]+')}/?$`));

/** Whether a path belongs to a page of the web app. */
export const isPage = (path: string): boolean => matchers.some((matcher) => matcher.test(path));
