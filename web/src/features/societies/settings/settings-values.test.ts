import { describe, expect, it } from 'vitest';
import { societySettings } from '#models/contract/society-settings';
import { aSociety } from '@/testing/fixtures';
import { asMember } from '@/testing/society-fixtures';
import { changesOf } from '../form/changes';
import { type SocietyValues, valuesOf } from '../form/society-values';
import { patchOf, settingsOf } from './settings-values';

const society = asMember(aSociety({ Tags: ['Free'] }), 'admin');
const before = valuesOf(society);

/** Change of each single field, and the input sent for it. */
const single: [Partial<SocietyValues>, object][] = [
  [{ name: ' Robots ' }, { name: 'Robots' }],
  [{ description: 'Another description of some length.' }, { description: 'Another description of some length.' }],
  [{ category: 'Science' }, { category: 'Science' }],
  [{ image: 'https://uni.example/robots.png' }, { image: 'https://uni.example/robots.png' }],
  [{ question: 'What would you build?' }, { question: 'What would you build?' }],
  [{ tags: [] }, { tags: [] }],
  [{ rules: 'Wear goggles.' }, { rules: 'Wear goggles.' }],
  [{ contactEmail: 'robots@uni.example' }, { contactEmail: 'robots@uni.example' }],
  [{ website: 'https://robots.example' }, { website: 'https://robots.example' }],
  [{ visibility: 'private' }, { privacy: { visibility: 'private' } }],
  [{ joinApproval: false }, { privacy: { joinApproval: false } }],
  [{ memberListVisible: false }, { privacy: { memberListVisible: false } }],
  [{ eventsVisible: false }, { privacy: { eventsVisible: false } }],
  [{ whoCanPost: 'admins' }, { permissions: { whoCanPost: 'admins' } }],
  [{ whoCanCreateEvents: 'all-members' }, { permissions: { whoCanCreateEvents: 'all-members' } }],
  [{ whoCanInvite: 'moderators' }, { permissions: { whoCanInvite: 'moderators' } }],
  [{ newMemberNotifications: false }, { notifications: { newMemberNotifications: false } }],
  [{ eventReminders: false }, { notifications: { eventReminders: false } }],
  [{ weeklyDigest: true }, { notifications: { weeklyDigest: true } }],
  [{ emailNotifications: false }, { notifications: { emailNotifications: false } }],
];

describe('settings values', () => {
  it.each(single)('send only the changed field: %j', (change, sent) => {
    const settings = settingsOf(changesOf(before, { ...before, ...change }));
    expect(settings).toEqual(sent);
    expect(societySettings.parse(settings)).toEqual(sent);
  });
  it('cover every field, and send nothing if only whitespace differs', () => {
    expect(single.flatMap(([change]) => Object.keys(change)).sort()).toEqual(Object.keys(before).sort());
    expect(changesOf(before, { ...before, name: `${before.name} ` })).toEqual({});
  });
  it('patchOf gives the same society as the server', () => {
    const now = { ...before, ...Object.assign({}, ...single.map(([change]) => change)) } as SocietyValues;
    const saved = { ...society, ...patchOf(society, changesOf(before, now)) };
    expect(valuesOf(saved)).toEqual({ ...now, name: 'Robots' });
  });
});
