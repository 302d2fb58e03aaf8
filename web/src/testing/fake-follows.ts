import type { Society } from '#models/contract/societies';
import {
  type FollowedSociety,
  followSociety,
  getFollowedSocieties,
  type MailCadence,
  setMailCadence,
  unfollowSociety,
} from '#models/contract/society-follows';
import { onCall, yes } from './fake-server';

/** A society as its follower has it. */
export const aFollowedSociety = (
  { ID, Name, Category, Image }: Pick<Society, 'ID' | 'Name' | 'Category' | 'Image'>,
  over: Partial<FollowedSociety> = {},
): FollowedSociety => ({ ID, Name, Category, Image, Is_Following: true, Follow_Version: 1, Cadence: null, ...over });

/** Serves these followed societies; follows and cadences are answered as asked. */
export function serveFollowed(...societies: FollowedSociety[]): void {
  let version = Math.max(0, ...societies.map(({ Follow_Version }) => Follow_Version));
  let forAll: MailCadence = 'daily';
  onCall(getFollowedSocieties, () =>
    yes(getFollowedSocieties, societies, { next: null, counts: { followed: societies.length, cadence: forAll } }),
  );
  for (const call of [followSociety, unfollowSociety])
    onCall(call, ({ body: { society_id } }) => {
      version += 1;
      return yes(call, { society_id, Is_Following: call === followSociety, version });
    });
  onCall(setMailCadence, ({ body: { society_id = null, cadence } }) => {
    if (society_id === null) forAll = cadence ?? 'daily';
    return yes(setMailCadence, { society_id, cadence });
  });
}
