import 'i18next';
import type errors from './ar/errors.json';
import type about from './en/about.json';
import type account from './en/account.json';
import type auth from './en/auth.json';
import type cards from './en/cards.json';
import type checkIn from './en/check-in.json';
import type common from './en/common.json';
import type createSociety from './en/create-society.json';
import type event from './en/event.json';
import type eventForm from './en/event-form.json';
import type events from './en/events.json';
import type home from './en/home.json';
import type insights from './en/insights.json';
import type invitations from './en/invitations.json';
import type joinRequests from './en/join-requests.json';
import type mails from './en/mails.json';
import type members from './en/members.json';
import type moderation from './en/moderation.json';
import type notifications from './en/notifications.json';
import type poster from './en/poster.json';
import type posts from './en/posts.json';
import type privacy from './en/privacy.json';
import type profiles from './en/profiles.json';
import type removedSocieties from './en/removed-societies.json';
import type search from './en/search.json';
import type share from './en/share.json';
import type shell from './en/shell.json';
import type societies from './en/societies.json';
import type society from './en/society.json';
import type societyForm from './en/society-form.json';
import type societySettings from './en/society-settings.json';
import type support from './en/support.json';
import type terms from './en/terms.json';
import type trendingHow from './en/trending-how.json';

/** One JSON file for each area and language; keys are typed by the English files. The English error texts are the contract's. */
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
      'trending-how': typeof trendingHow;
      common: typeof common;
      'create-society': typeof createSociety;
      errors: typeof errors;
      event: typeof event;
      'event-form': typeof eventForm;
      events: typeof events;
      home: typeof home;
      insights: typeof insights;
      invitations: typeof invitations;
      'join-requests': typeof joinRequests;
      mails: typeof mails;
      members: typeof members;
      moderation: typeof moderation;
      notifications: typeof notifications;
      poster: typeof poster;
      posts: typeof posts;
      privacy: typeof privacy;
      profiles: typeof profiles;
      'removed-societies': typeof removedSocieties;
      search: typeof search;
      share: typeof share;
      shell: typeof shell;
      societies: typeof societies;
      society: typeof society;
      'society-form': typeof societyForm;
      'society-settings': typeof societySettings;
      support: typeof support;
      terms: typeof terms;
    };
  }
}
