import { actionWords } from '#models/bus/i18n';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { activityNew } from '#models/contract/activity';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { activityCards, loadShown, putOnCard } from '#models/db/activities.loaders';

/** Puts an activity at the head of its feed cards and publishes it; skips one whose object is gone. */
export async function addToFeed(activity: ActivityDoc): Promise<void> {
  const [shown] = await loadShown([activity]);
  if (!shown) return;
  for (const card of activityCards(activity)) await putOnCard(card, activity);
  const rooms = [...(activity.open ? [roomOf('feed')] : []), ...(activity.society ? [roomOf('society', String(activity.society))] : [])];
  if (rooms.length === 0) return;
  const item = { ...shown.item, action: actionWords(activity.verb) };
  const { actor, author } = shown.facts;
  await appendMessages([liveMessage(activityNew, rooms, { item }, author === null || author === actor ? actor : [actor, author])]);
}
