import 'i18next';
import type errors from './ar/errors.json';
import type auth from './en/auth.json';
import type cards from './en/cards.json';
import type common from './en/common.json';
import type events from './en/events.json';
import type home from './en/home.json';
import type joinRequests from './en/join-requests.json';
import type mails from './en/mails.json';
import type notifications from './en/notifications.json';
import type posts from './en/posts.json';
import type shell from './en/shell.json';
import type societies from './en/societies.json';

/** One JSON an area and language; the English keys are the type. The English error texts are the contract's own. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      auth: typeof auth;
      cards: typeof cards;
      common: typeof common;
      errors: typeof errors;
      events: typeof events;
      home: typeof home;
      'join-requests': typeof joinRequests;
      mails: typeof mails;
      notifications: typeof notifications;
      posts: typeof posts;
      shell: typeof shell;
      societies: typeof societies;
    };
  }
}
