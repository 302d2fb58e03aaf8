import { describe, expect, it } from 'vitest';
import type { Visibility } from '#models/contract/societies';
import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import type { CommentFacts, EventFacts, PersonFacts, PostFacts, QuestionFacts, SocietyFacts, Viewer } from './facts.js';
import { can, type Rule, ruleNames, type SubjectOf } from './index.js';

const id = 's1';
const anyone: Viewer = {
  id: 'u1',
  role: 'user',
  suspended: false,
  verified: true,
  roles: new Map(),
  invited: new Set(),
  banned: new Set(),
  blocked: new Set(),
};
const viewers = {
  visitor: null,
  outsider: anyone,
  invited: { ...anyone, invited: new Set([id]) },
  member: { ...anyone, roles: new Map([[id, 'member' as const]]) },
  moderator: { ...anyone, roles: new Map([[id, 'moderator' as const]]) },
  admin: { ...anyone, roles: new Map([[id, 'admin' as const]]) },
  'admin of another': { ...anyone, roles: new Map([['s2', 'admin' as const]]) },
  'platform admin': { ...anyone, role: 'admin' as const },
  banned: { ...anyone, banned: new Set([id]) },
  suspended: { ...anyone, suspended: true, roles: new Map([[id, 'admin' as const]]) },
  unverified: { ...anyone, verified: false, roles: new Map([[id, 'admin' as const]]) },
} satisfies Record<string, Viewer | null>;
type Who = keyof typeof viewers;
const everyone = Object.keys(viewers) as Who[];

const named = { society: id, user: 'u9', sensitive: true, consented: false };

const society = (over: Partial<SocietyFacts> = {}): SocietyFacts => ({
  id,
  removed: false,
  visibility: 'public',
  joinApproval: true,
  memberListVisible: true,
  eventsVisible: true,
  whoCanPost: 'all-members',
  whoCanCreateEvents: 'moderators',
  whoCanInvite: 'all-members',
  ...over,
});
const own = (visibility: Visibility, undecided: boolean) => ({ society: society({ visibility }), undecided });
const post = (over: Partial<PostFacts> = {}): PostFacts => ({
  id: 'p1',
  author: 'someone',
  createdAt: new Date(),
  removed: false,
  society: society(),
  ...over,
});
const comment = (over: Partial<CommentFacts> = {}): CommentFacts => ({ author: 'someone', removed: false, post: post(), ...over });
const event = (over: Partial<EventFacts> = {}): EventFacts => ({
  creator: 'someone',
  removed: false,
  cancelled: false,
  over: false,
  stewards: [],
  stewardsOver: false,
  sensitive: false,
  society: society(),
  ...over,
});
const question = (over: Partial<QuestionFacts> = {}): QuestionFacts => ({ asker: 'someone', removed: false, event: event(), ...over });

const person = (over: Partial<PersonFacts> = {}): PersonFacts => ({
  id: 'someone',
  profileVisibility: 'public',
  showEmail: false,
  showPhone: false,
  allowMessages: true,
  showSensitive: false,
  follows: false,
  mutual: false,
  deleted: false,
  ...over,
});

const insiders: Who[] = ['member', 'moderator', 'admin', 'platform admin', 'suspended', 'unverified'];
const writers = (who: Who[]): Who[] => who.filter((each) => !['visitor', 'suspended', 'unverified'].includes(each));
const signedIn = everyone.filter((who) => who !== 'visitor');
const moderators: Who[] = ['moderator', 'admin', 'platform admin', 'suspended', 'unverified'];
const admins: Who[] = ['admin', 'platform admin', 'suspended', 'unverified'];

interface Row<R extends Rule = Rule> {
  rule: R;
  of: string;
  subject: SubjectOf<R>;
  allowed: Who[];
}
const row = <R extends Rule>(rule: R, of: string, subject: SubjectOf<R>, allowed: Who[]): Row => ({ rule, of, subject, allowed }) as Row;
const ofVisibility = <R extends Rule>(rule: R, allowed: Record<Visibility, Who[]>): Row[] =>
  (['public', 'private', 'invite-only'] as const).map((visibility) =>
    row(rule, visibility, society({ visibility }) as SubjectOf<R>, allowed[visibility]),
  );

const unbanned = signedIn.filter((who) => who !== 'banned');

const rows: Row[] = [
  row('society.list', 'nothing', undefined, everyone),
  row('event.list', 'nothing', undefined, everyone),
  row('society.create', 'nothing', undefined, writers(signedIn)),
  row(
    'ticket.create',
    'nothing',
    undefined,
    everyone.filter((who) => who !== 'suspended'),
  ),
  row('ticket.see', "another's", { user: 'someone' }, ['platform admin']),
  row('ticket.see', "a visitor's", { user: null }, ['platform admin']),
  row(
    'ticket.see',
    'own',
    { user: anyone.id },
    signedIn.filter((who) => who !== 'suspended'),
  ),
  row('upload.create', 'nothing', undefined, writers(signedIn)),
  row('platform.manage', 'nothing', undefined, ['platform admin']),
  row('audit.see', 'nothing', undefined, ['platform admin']),
  row('staff.see', 'nothing', undefined, ['platform admin']),
  row('staff.change', 'nothing', undefined, ['platform admin']),
  row('staff.giveUp', 'nothing', undefined, ['platform admin']),
  row('account.list', 'nothing', undefined, ['platform admin']),
  row('removedSociety.list', 'nothing', undefined, ['platform admin']),
  row('report.list', 'nothing', undefined, ['platform admin']),
  row('report.decideAny', 'nothing', undefined, ['platform admin']),
  row('ticket.handle', 'nothing', undefined, ['platform admin']),
  ...ofVisibility('society.see', { public: everyone, private: everyone, 'invite-only': [...insiders, 'invited'] }),
  ...ofVisibility('society.posts', { public: everyone, private: insiders, 'invite-only': insiders }),
  ...ofVisibility('society.events', { public: everyone, private: insiders, 'invite-only': insiders }),
  ...ofVisibility('society.members', { public: signedIn, private: insiders, 'invite-only': insiders }),
  row('society.events', 'events hidden', society({ eventsVisible: false }), insiders),
  row('society.posts', 'events hidden', society({ eventsVisible: false }), everyone),
  row('society.members', 'members hidden', society({ memberListVisible: false }), insiders),
  ...ofVisibility('society.inside', { public: insiders, private: insiders, 'invite-only': insiders }),
  ...ofVisibility('society.join', {
    public: writers(signedIn).filter((who) => who !== 'banned'),
    private: writers(signedIn).filter((who) => who !== 'banned'),
    'invite-only': ['invited'],
  }),
  ...ofVisibility('society.follow', {
    public: writers(signedIn).filter((who) => !['member', 'moderator', 'admin'].includes(who)),
    private: [],
    'invite-only': [],
  }),
  row('society.unfollow', 'any', society(), writers(signedIn)),
  row('society.post', 'all-members', society(), writers(insiders)),
  row('society.post', 'moderators', society({ whoCanPost: 'moderators' }), writers(moderators)),
  row('society.post', 'admins', society({ whoCanPost: 'admins' }), writers(admins)),
  row('society.createEvents', 'all-members', society({ whoCanCreateEvents: 'all-members' }), writers(insiders)),
  row('society.createEvents', 'moderators', society(), writers(moderators)),
  row('society.createEvents', 'admins', society({ whoCanCreateEvents: 'admins' }), writers(admins)),
  row('society.invite', 'all-members', society(), writers(insiders)),
  row('society.invite', 'moderators', society({ whoCanInvite: 'moderators' }), writers(moderators)),
  row('society.invite', 'admins', society({ whoCanInvite: 'admins' }), writers(admins)),
  ...ofVisibility('society.moderate', { public: moderators, private: moderators, 'invite-only': moderators }),
  ...ofVisibility('society.manage', { public: admins, private: admins, 'invite-only': admins }),
  ...ofVisibility('society.edit', { public: writers(admins), private: writers(admins), 'invite-only': writers(admins) }),
  ...ofVisibility('society.delete', { public: writers(admins), private: writers(admins), 'invite-only': writers(admins) }),
  row('society.delete', 'removed', society({ removed: true }), writers(admins)),
  row('society.restore', 'nothing', undefined, ['platform admin']),
  row('removedSociety.lead', 'nothing', undefined, ['platform admin']),
  row('demotion.see', 'another', { society: society(), user: 'someone' }, admins),
  row('demotion.see', 'oneself', { society: society(), user: 'u1' }, []),
  row('demotion.ask', 'any', society(), ['admin']),
  row('demotion.answer', 'another', { society: society(), user: 'someone' }, ['admin']),
  row('demotion.answer', 'oneself', { society: society(), user: 'u1' }, []),
  row('admin.demote', 'any', society(), ['platform admin']),
  row('claim.make', 'any', society(), ['member', 'moderator']),
  row('claim.decide', 'nothing', undefined, ['platform admin']),
  row('society.leave', 'any', society(), ['member', 'moderator', 'admin']),
  row('society.stepDown', 'any', society(), ['admin']),
  row('member.hide', 'any', society(), ['member', 'moderator', 'admin']),
  row('member.hide', 'removed', society({ removed: true }), []),
  row('person.name', 'not sensitive', { ...named, sensitive: false }, everyone),
  row('person.name', 'without consent', named, ['member', 'moderator', 'admin', 'platform admin', 'suspended', 'unverified']),
  row('person.name', 'with consent', { ...named, consented: true }, everyone),
  row(
    'person.name',
    'themselves',
    { ...named, user: anyone.id },
    everyone.filter((who) => who !== 'visitor'),
  ),
  ...ofVisibility('member.manage', { public: writers(admins), private: writers(admins), 'invite-only': writers(admins) }),
  ...ofVisibility('society.history', { public: admins, private: admins, 'invite-only': admins }),
  row('society.history', 'removed', society({ removed: true }), admins),
  ...ofVisibility('society.insights', { public: admins, private: admins, 'invite-only': admins }),
  ...ofVisibility('society.export', { public: admins, private: admins, 'invite-only': admins }),
  ...ofVisibility('society.announce', { public: writers(moderators), private: writers(moderators), 'invite-only': writers(moderators) }),
  row('invitation.answer', 'own', { user: 'u1' }, writers(signedIn)),
  row('invitation.answer', "another's", { user: 'someone' }, []),
  ...ofVisibility('joinRequest.list', { public: admins, private: admins, 'invite-only': admins }),
  row('joinRequest.seeOwn', 'private', own('private', false), everyone),
  row('joinRequest.seeOwn', 'invite-only', own('invite-only', false), [...insiders, 'invited']),
  row('joinRequest.seeOwn', 'invite-only, undecided', own('invite-only', true), signedIn),
  row('joinRequest.withdraw', 'private', own('private', true), writers(signedIn)),
  row('joinRequest.withdraw', 'invite-only', own('invite-only', false), writers([...insiders, 'invited'])),
  row('joinRequest.withdraw', 'invite-only, undecided', own('invite-only', true), writers(signedIn)),
  ...ofVisibility('joinRequest.decide', { public: writers(admins), private: writers(admins), 'invite-only': writers(admins) }),
  row('post.see', 'public', post(), everyone),
  row('post.see', 'private', post({ society: society({ visibility: 'private' }) }), insiders),
  row('post.see', 'removed', post({ removed: true }), []),
  row('post.like', 'public', post(), writers(signedIn)),
  row('post.like', 'private', post({ society: society({ visibility: 'private' }) }), writers(insiders)),
  row('post.comment', 'public', post(), writers(signedIn)),
  row('post.report', 'public', post(), writers(signedIn)),
  row('post.report', 'own', post({ author: 'u1' }), []),
  row('post.edit', "another's", post(), []),
  row('post.edit', 'own', post({ author: 'u1' }), writers(signedIn)),
  row('post.edit', 'own, of yesterday', post({ author: 'u1', createdAt: new Date(Date.now() - 25 * 3_600_000) }), []),
  row('post.delete', "another's", post(), writers(moderators)),
  row('post.delete', 'own', post({ author: 'u1' }), writers(signedIn)),
  row('post.pin', 'public', post(), writers(moderators)),
  row('post.pin', 'removed', post({ removed: true }), []),
  row('post.vote', 'public', post(), ['member', 'moderator', 'admin']),
  row('post.vote', 'private', post({ society: society({ visibility: 'private' }) }), ['member', 'moderator', 'admin']),
  row('plannedPost.edit', 'own', { author: 'u1' }, writers(signedIn)),
  row('plannedPost.edit', "another's", { author: 'someone' }, []),
  row('comment.see', 'public', comment(), everyone),
  row('comment.see', 'removed', comment({ removed: true }), []),
  row('comment.see', 'of a removed post', comment({ post: post({ removed: true }) }), []),
  row('comment.delete', "another's", comment(), writers(moderators)),
  row('comment.delete', 'own', comment({ author: 'u1' }), writers(signedIn)),
  row('comment.report', 'public', comment(), writers(signedIn)),
  row('comment.report', 'own', comment({ author: 'u1' }), []),
  row('thing.report', 'what is seen', { isSeen: true, about: 'someone' }, writers(signedIn)),
  row('thing.report', 'what is not', { isSeen: false, about: null }, []),
  row('thing.report', 'what is their own', { isSeen: true, about: 'u1' }, []),
  row('report.see', 'a member', { by: 'someone else', about: 'someone', decidedBy: null, society: society() }, moderators),
  row('report.see', 'oneself', { by: 'someone else', about: 'u1', decidedBy: null, society: society() }, ['platform admin']),
  row('report.see', 'what no society judges', { by: 'someone else', about: 'someone', decidedBy: null, society: null }, ['platform admin']),
  row('report.resolve', 'a member', { by: 'someone else', about: 'someone', decidedBy: null, society: society() }, writers(moderators)),
  row('report.resolve', 'oneself', { by: 'someone else', about: 'u1', decidedBy: null, society: society() }, []),
  row('report.resolve', 'one that they made', { by: 'u1', about: 'someone', decidedBy: null, society: society() }, []),
  row('report.appeal', 'of their own content', { about: 'u1' }, writers(signedIn)),
  row('report.appeal', "of another's content", { about: 'someone' }, []),
  row('appeal.resolve', 'a member', { by: 'someone else', about: 'someone', decidedBy: 'u2', society: society() }, writers(moderators)),
  row('appeal.resolve', 'their own decision', { by: 'someone else', about: 'someone', decidedBy: 'u1', society: society() }, []),
  row('appeal.resolve', 'their own content', { by: 'someone else', about: 'u1', decidedBy: 'u2', society: society() }, []),
  row('event.see', 'public', event(), everyone),
  row('event.see', 'hidden', event({ society: society({ eventsVisible: false }) }), insiders),
  row('event.see', 'private', event({ society: society({ visibility: 'private' }) }), insiders),
  row('event.see', 'removed', event({ removed: true }), []),
  row('event.attend', 'public', event(), writers(signedIn)),
  row('event.attend', 'cancelled', event({ cancelled: true }), []),
  row('event.attend', 'over', event({ over: true }), []),
  row('event.bookmark', 'public', event(), writers(signedIn)),
  row('event.bookmark', 'private', event({ society: society({ visibility: 'private' }) }), writers(insiders)),
  row('event.share', 'public', event(), writers(signedIn)),
  row('event.share', 'removed', event({ removed: true }), []),
  row('event.attendees', "another's", event(), moderators),
  row('event.attendees', 'own', event({ creator: 'u1' }), insiders),
  row(
    'event.attendees',
    'own, of a society that it was left',
    event({ creator: 'u1', society: society({ visibility: 'private' }) }),
    insiders,
  ),
  row('event.checkIn', "another's", event(), writers(moderators)),
  row('event.checkIn', 'own', event({ creator: 'u1' }), writers(insiders)),
  row('event.checkIn', 'over', event({ over: true }), writers(moderators)),
  ...(['event.attendees', 'event.checkIn'] as const).flatMap((rule) => {
    const writing = (who: Who[]): Who[] => (rule === 'event.checkIn' ? writers(who) : who);
    const stewards = ['u1'];
    const hidden = society({ visibility: 'private' });
    return [
      row(rule, 'as a steward', event({ stewards }), writing(signedIn.filter((who) => who !== 'banned'))),
      row(rule, 'as a steward, later than two hours after the end', event({ stewards, stewardsOver: true }), writing(moderators)),
      row(rule, 'as a steward of a sensitive society', event({ stewards, sensitive: true }), writing(insiders)),
      row(rule, 'as a steward who may not see it', event({ stewards, society: hidden }), writing(insiders)),
    ];
  }),
  row('event.organise', 'as a steward', event({ stewards: ['u1'] }), moderators),
  row('event.organise', 'own', event({ creator: 'u1' }), insiders),
  row('event.stewards', 'as a steward', event({ stewards: ['u1'] }), writers(moderators)),
  row('event.stewards', 'own', event({ creator: 'u1' }), writers(insiders)),
  row('event.checkInHere', 'public', event(), writers(signedIn)),
  row('event.checkInHere', 'private', event({ society: society({ visibility: 'private' }) }), writers(insiders)),
  row('event.edit', 'as a steward', event({ stewards: ['u1'] }), writers(moderators)),
  row('event.message', 'as a steward', event({ stewards: ['u1'] }), writers(moderators)),
  row('event.message', "another's", event(), writers(moderators)),
  row('event.message', 'over', event({ over: true }), writers(moderators)),
  row('event.ask', 'public', event(), writers(signedIn)),
  row('event.ask', 'private', event({ society: society({ visibility: 'private' }) }), writers(insiders)),
  row('feedback.own', 'of a public event', event(), unbanned),
  row('feedback.own', 'of an event in a private society', event({ society: society({ visibility: 'private' }) }), insiders),
  row('feedback.give', 'after they came', { event: event(), came: true }, writers(unbanned)),
  row('feedback.give', 'after they did not come', { event: event(), came: false }, []),
  row('feedback.give', 'about a cancelled event', { event: event({ cancelled: true }), came: true }, []),
  row('question.see', 'public', question(), everyone),
  row('question.see', 'removed', question({ removed: true }), []),
  row('question.see', 'of a removed event', question({ event: event({ removed: true }) }), []),
  row('question.answer', "another's", question(), writers(moderators)),
  row('question.answer', 'about an own event', question({ event: event({ creator: 'u1' }) }), writers(insiders)),
  row('question.delete', "another's", question(), writers(moderators)),
  row('question.delete', 'own', question({ asker: 'u1' }), writers(signedIn)),
  row('event.edit', "another's", event(), writers(moderators)),
  row('event.edit', 'own', event({ creator: 'u1' }), writers(insiders)),
  row('event.delete', "another's", event(), writers(admins)),
  row('event.delete', 'own', event({ creator: 'u1' }), writers(insiders)),
  row('profile.society', 'public', { person: person(), society: society(), sensitive: false }, everyone),
  row('profile.society', 'private', { person: person(), society: society({ visibility: 'private' }), sensitive: false }, insiders),
  row('profile.society', 'invite-only', { person: person(), society: society({ visibility: 'invite-only' }), sensitive: false }, insiders),
  row('profile.society', 'sensitive', { person: person(), society: society(), sensitive: true }, []),
  row('profile.society', 'sensitive, own', { person: person({ id: 'u1' }), society: society(), sensitive: true }, signedIn),
  row('profile.society', 'sensitive, shown', { person: person({ showSensitive: true }), society: society(), sensitive: true }, everyone),
  row('profile.society', 'private profile', { person: person({ profileVisibility: 'private' }), society: society(), sensitive: false }, [
    'platform admin',
  ]),
  row('account.suspend', 'somebody', { user: 'someone', role: 'user' }, ['platform admin']),
  row('account.suspend', 'a platform admin', { user: 'someone', role: 'admin' }, []),
  row('account.suspend', 'oneself', { user: 'u1', role: 'user' }, []),
  row('account.edit', 'nothing', undefined, writers(signedIn)),
  row('person.see', 'a private profile', person({ profileVisibility: 'private' }), everyone),
  row('person.see', 'somebody gone', person({ deleted: true }), []),
  row('profile.plans', 'somebody', person(), signedIn),
  row('profile.plans', 'somebody private', person({ profileVisibility: 'private' }), ['platform admin']),
  row('profile.email', 'one who hides it', person(), ['platform admin']),
  row('profile.email', 'one who shows it', person({ showEmail: true }), everyone),
  row('profile.email', 'one who shows it on a private profile', person({ showEmail: true, profileVisibility: 'private' }), [
    'platform admin',
  ]),
  row('profile.phone', 'one who hides it', person(), ['platform admin']),
  row('profile.phone', 'one who shows it', person({ showPhone: true }), everyone),
  row('profile.phone', 'oneself', person({ id: 'u1' }), signedIn),
  row('person.follow', 'somebody', person({ profileVisibility: 'private' }), writers(signedIn)),
  row('person.follow', 'oneself', person({ id: 'u1' }), []),
  row('person.part', 'somebody', person(), writers(signedIn)),
  row('person.part', 'oneself', person({ id: 'u1' }), []),
  row('person.invite', 'somebody', person(), writers(signedIn)),
  row('person.invite', 'who takes no messages', person({ allowMessages: false }), []),
  row('person.invite', 'who takes no messages, and follows', person({ allowMessages: false, follows: true }), writers(signedIn)),
];

describe.each(rows)('$rule of $of', { tags: ['generated'] }, ({ rule, subject, allowed }) => {
  it.each(everyone)('%s', (who) => {
    expect(can(viewers[who], rule, subject)).toBe(allowed.includes(who));
  });
});

describe('rules on removed content', () => {
  const rules = ruleNames.filter(
    (rule) =>
      /^(society|joinRequest|member)\./.test(rule) &&
      !['society.list', 'society.create', 'society.delete', 'society.restore', 'society.history'].includes(rule),
  );
  it.each(rules)('%s', { tags: ['generated'] }, (rule) => {
    const removed = society({ removed: true });
    const subject = ['joinRequest.seeOwn', 'joinRequest.withdraw'].includes(rule) ? { society: removed, undecided: true } : removed;
    for (const who of everyone) expect(can(viewers[who], rule, subject as never)).toBe(false);
  });
});

describe('a block between two people', () => {
  const blocking: Viewer = { ...viewers.member, blocked: new Set(['someone']) };
  it.each([
    ['post.see', post()],
    ['post.like', post()],
    ['post.comment', post()],
    ['comment.see', comment()],
  ] as const)("a block hides the author's content from %s", (rule, subject) => {
    expect(can(viewers.member, rule, subject as never)).toBe(true);
    expect(can(blocking, rule, subject as never)).toBe(false);
    expect(can({ ...blocking, role: 'admin' }, rule, subject as never)).toBe(true);
  });

  it.each(['person.see', 'person.follow', 'person.invite', 'profile.see', 'profile.plans', 'profile.email'] as const)(
    'a block hides the person from %s',
    (rule) => {
      expect(can(viewers.member, rule, person({ showEmail: true }))).toBe(true);
      expect(can(blocking, rule, person({ showEmail: true }))).toBe(false);
    },
  );

  it('a blocked person can still be blocked and unfollowed', () => {
    expect(can(blocking, 'person.part', person())).toBe(true);
  });

  it('a moderator can delete content of a blocked person', () => {
    expect(can({ ...viewers.moderator, blocked: new Set(['someone']) }, 'post.delete', post())).toBe(true);
  });
});

describe('profile visibility', () => {
  it.each([
    ['public', {}, anyone, true],
    ['public, to a visitor', {}, null, true],
    ['private', { profileVisibility: 'private' as const }, anyone, false],
    ['of friends', { profileVisibility: 'friends' as const, mutual: true }, anyone, true],
    ['of friends, to others', { profileVisibility: 'friends' as const }, anyone, false],
    ['own and private', { profileVisibility: 'private' as const }, { ...anyone, id: 'someone' }, true],
    ['private, to a platform admin', { profileVisibility: 'private' as const }, viewers['platform admin'], true],
    ['of somebody blocked', {}, { ...anyone, blocked: new Set(['someone']) }, false],
    ['of somebody gone', { deleted: true }, anyone, false],
  ])('profile.see: %s', (_name, over, viewer, expected) => {
    expect(can(viewer, 'profile.see', person(over))).toBe(expected);
  });
});

describe('scopes of staff', () => {
  const having = (scope: StaffScope, over: Partial<Viewer> = {}): Viewer => ({ ...anyone, scopes: [scope], ...over });
  const allowed = <R extends Rule>(rule: R, subject?: SubjectOf<R>) => staffScopes.filter((scope) => can(having(scope), rule, subject));
  const closed = society({ visibility: 'invite-only' });

  it.each([
    ['account.list', undefined, ['moderate']],
    ['removedSociety.list', undefined, ['approve']],
    ['removedSociety.lead', undefined, []],
    ['report.list', undefined, ['moderate', 'report']],
    ['report.decideAny', undefined, ['moderate']],
    ['report.see', { by: 'someone else', about: 'someone', decidedBy: null, society: closed }, ['moderate', 'report']],
    ['report.see', { by: 'someone else', about: 'u1', decidedBy: null, society: closed }, []],
    ['ticket.handle', undefined, ['support']],
    ['platform.manage', undefined, []],
    ['audit.see', undefined, []],
    ['staff.change', undefined, []],
    ['society.see', closed, ['moderate', 'report']],
    ['society.posts', closed, ['moderate']],
    ['society.insights', closed, ['report']],
    ['society.edit', closed, []],
    ['society.post', closed, []],
    ['member.manage', closed, []],
    ['post.delete', post({ society: closed }), ['moderate']],
    ['post.pin', post({ society: closed }), []],
    ['event.delete', event({ society: closed }), ['moderate']],
    ['event.edit', event({ society: closed }), []],
    ['profile.see', person({ profileVisibility: 'private' }), ['moderate']],
    ['profile.email', person(), []],
    ['person.name', named, ['moderate']],
  ] as [Rule, never, StaffScope[]][])('%s is allowed by its scope, and by all', (rule, subject, scopes) => {
    expect(allowed(rule, subject)).toEqual([...scopes, 'all']);
  });

  it('are nothing while suspended', () => {
    for (const scope of staffScopes) expect(can(having(scope, { suspended: true }), 'account.list')).toBe(false);
  });

  it('moderate suspends others, but nobody of staff', () => {
    const suspend = (scope: StaffScope, target: { role: 'user' | 'admin'; scopes?: StaffScope[] }) =>
      can(having(scope), 'account.suspend', { user: 'someone', ...target });
    expect([suspend('moderate', { role: 'user' }), suspend('moderate', { role: 'user', scopes: ['support'] })]).toEqual([true, false]);
    expect([suspend('all', { role: 'user', scopes: ['support'] }), suspend('all', { role: 'admin' })]).toEqual([true, false]);
  });
});

describe('personal data', () => {
  it('recommendations are visible to their owner only', () => {
    expect(can(anyone, 'recommendation.see', { user: 'u1' })).toBe(true);
    expect(can(anyone, 'recommendation.see', { user: 'u2' })).toBe(false);
    expect(can(null, 'recommendation.see', { user: 'u1' })).toBe(false);
  });

  it('activity is visible where its society is, except of blocked people', () => {
    const inPrivate = { actor: 'someone', author: 'another', society: society({ visibility: 'private' }) };
    expect(can(anyone, 'activity.see', inPrivate)).toBe(false);
    expect(can(viewers.member, 'activity.see', inPrivate)).toBe(true);
    const hidden = { ...inPrivate, society: society({ eventsVisible: false }) };
    expect([can(anyone, 'activity.see', hidden), can(anyone, 'activity.see', { ...hidden, isOfEvent: true })]).toEqual([true, false]);
    for (const blocked of ['someone', 'another'])
      expect(can({ ...viewers.member, blocked: new Set([blocked]) }, 'activity.see', inPrivate)).toBe(false);
  });
});

it('an unknown rule denies', () => {
  expect(can(viewers.admin, 'toString' as Rule, undefined as never)).toBe(false);
  expect(can(viewers.admin, 'post.nothing' as Rule, undefined as never)).toBe(false);
});

it('the table has a row for every rule', () => {
  const elsewhere = ['profile.see', 'activity.see', 'recommendation.see'];
  const asked = new Set([...rows.map(({ rule }) => rule as string), ...elsewhere]);
  expect(ruleNames.filter((rule) => !asked.has(rule))).toEqual([]);
});
