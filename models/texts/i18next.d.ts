import 'i18next';
import type errors from './ar/errors.json';
import type about from './en/about.json';
import type account from './en/account.json';
import type auth from './en/auth.json';
import type cards from './en/cards.json';
import type checkIn from './en/check-in.json';
import type common from './en/common.json';
import type event from './en/event.json';
import type eventForm from './en/event-form.json';
import type events from './en/events.json';
import type home from './en/home.json';
import type joinRequests from './en/join-requests.json';
import type mails from './en/mails.json';
import type moderation from './en/moderation.json';
import type notifications from './en/notifications.json';
import type posts from './en/posts.json';
import type privacy from './en/privacy.json';
import type profiles from './en/profiles.json';
import type search from './en/search.json';
import type shell from './en/shell.json';
import type societies from './en/societies.json';
import type support from './en/support.json';
import type terms from './en/terms.json';

/** One JSON an area and language; the English keys are the type. The English error texts are the contract's own. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      about: typeof about;
      account: typeof account;
      auth: typeof auth;
      cards: typeof cards;
      'check-in': typeof checkIn;
      common: typeof common;
      errors: typeof errors;
      event: typeof event;
      'event-form': typeof eventForm;
      events: typeof events;
      home: typeof home;
      'join-requests': typeof joinRequests;
      mails: typeof mails;
      moderation: typeof moderation;
      notifications: typeof notifications;
      posts: typeof posts;
      privacy: typeof privacy;
      profiles: typeof profiles;
      search: typeof search;
      shell: typeof shell;
      societies: typeof societies;
      support: typeof support;
      terms: typeof terms;
    };
  }
}
