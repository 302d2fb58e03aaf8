import { getUserStatus, toggleBookmark } from '#models/contract/attendance';
import { blockUser, getBlocked } from '#models/contract/blocks';
import { followUser } from '#models/contract/people';
import { updateProfile } from '#models/contract/profile-changes';
import { getPublicProfile, getUserProfileInfo, updatePreferences } from '#models/contract/profiles';
import { followSociety, getFollowedSocieties } from '#models/contract/society-follows';
import { idOf, type MessageCase, ofEvent, ofSociety } from './message-scenario.js';

/** Cases for `ownChanged`, by kind. */
export const ownMessageCases: Record<string, MessageCase> = {
  bookmark: {
    recipients: ['member'],
    act: (on) => on.as('member', toggleBookmark, ofEvent(on)),
    compare: async ({ id, on: isOn, version }, on) => {
      const { bookmarked, bookmark_version } = await on.as('member', getUserStatus, { event_id: id });
      return [
        { isOn, version },
        { isOn: bookmarked, version: bookmark_version },
      ];
    },
  },
  follow: {
    recipients: ['moderator', 'member'],
    act: (on) => on.as('moderator', followUser, { user_id: idOf(on.people.member) }),
    compare: async ({ id, on: isOn, version }, on) => {
      const { Is_Following, Follow_Version } = await on.as('moderator', getPublicProfile, { user_id: id });
      return [
        { isOn, version },
        { isOn: Is_Following, version: Follow_Version },
      ];
    },
  },
  followSociety: {
    recipients: ['outsider'],
    act: (on) => on.as('outsider', followSociety, ofSociety(on)),
    compare: async ({ id, on: isOn, version }, on) => [
      [{ id, isOn, version }],
      (await on.as('outsider', getFollowedSocieties, {})).map(({ ID, Is_Following, Follow_Version }) => ({
        id: ID,
        isOn: Is_Following,
        version: Follow_Version,
      })),
    ],
  },
  mute: {
    recipients: ['member'],
    act: (on) => on.as('member', updatePreferences, { muted_societies: [idOf(on.society)] }),
    compare: async ({ id, version }, on) => {
      const own = await on.as('member', getUserProfileInfo, {});
      return [
        { muted: [id], version },
        { muted: own.preferences.muted_societies, version: own.version },
      ];
    },
  },
  privacy: {
    recipients: ['member'],
    act: (on) => on.as('member', updateProfile, { privacy: { showPhone: true } }),
    compare: async ({ id, version }, on) => {
      const own = await on.as('member', getUserProfileInfo, {});
      return [
        { id, version },
        { id: own.ID, version: own.version },
      ];
    },
  },
  block: {
    recipients: ['outsider'],
    act: (on) => on.as('outsider', blockUser, { user_id: idOf(on.people.moderator) }),
    compare: async ({ id, version }, on) => [
      [{ id, version }],
      (await on.as('outsider', getBlocked, {})).map(({ ID, Block_Version }) => ({ id: ID, version: Block_Version })),
    ],
  },
};
