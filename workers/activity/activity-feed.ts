import { actionWords } from '#models/bus/i18n';
import { appendMessages, liveMessage, namingOf } from '#models/bus/live-stream';
import { activityNew } from '#models/contract/activity';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { activityCards, loadShown, putOnCard } from '#models/db/activities.loaders';
import { Societies } from '#models/db/societies';

/** Puts an activity at the head of its feed cards and publishes it; skips one whose object is gone. */
export async function addToFeed(activity: ActivityDoc): Promise<void> {
  const [shown] = await loadShown([activity]);
  if (!shown) return;
  for (const card of activityCards(activity)) await putOnCard(card, activity);
  const rooms = [...(activity.open ? [roomOf('feed')] : []), ...(activity.society ? [roomOf('society', String(activity.society))] : [])];
  if (rooms.length === 0) return;
  const item = { ...shown.item, action: actionWords(activity.verb) };
  const { actor, author } = shown.facts;
  const created = liveMessage(activityNew, rooms, { item }, author === null || author === actor ? actor : [actor, author]);
  const society = activity.society && (await Societies.findById(activity.society, { category: 1 }).lean());
  await appendMessages([{ ...created, ...(society && namingOf(society, activity.actor)) }]);
}
