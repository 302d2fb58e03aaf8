import { demotionChanged } from '#models/contract/demotions';
import { demotionDays } from '#models/contract/limits';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type DemotionDoc, Demotions } from '#models/db/demotions';
import { demotionsToWire } from '#models/db/demotions.loaders';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import type { NotificationSpec, Retraction, VerbSpec } from '../verb.js';
import { adminsOf } from './members.js';

/** Requests for the society's admins, except whom each is about. */
async function demotionsLive(society: Id, found: readonly DemotionDoc[]): Promise<LiveMessage[]> {
  const room = roomOf('societyAdmins', String(society));
  return (await demotionsToWire(society, found)).map((demotion) => ({
    ...liveMessage(demotionChanged, [room], { demotion }),
    except: demotion.User,
    exceptStaff: true as const,
  }));
}

const recentMs = (demotionDays + 2) * 86_400_000;

/** Requests of a society that are or were open lately: a changed role changes how many have to agree, or ends them. */
export async function recentDemotionsLive(society: Id): Promise<LiveMessage[]> {
  return demotionsLive(society, await Demotions.find({ society, createdAt: { $gte: new Date(Date.now() - recentMs) } }).lean());
}

const load = async ({ object }: ActivityDoc): Promise<DemotionDoc | null> => Demotions.findById(object).lean();

/** Asks the other admins for an answer, without names, since mail may show it to others. */
async function askOthers(activity: ActivityDoc): Promise<NotificationSpec[]> {
  const demotion = activity.params?.asked ? await load(activity) : null;
  const society = demotion?.open ? await Societies.findOne({ _id: demotion.society, removedAt: null }, { name: 1 }).lean() : null;
  if (!demotion || !society) return [];
  return [
    {
      key: `demotion:${demotion._id}`,
      type: 'demotion_asked',
      params: { society: society.name },
      link: `/societies/${society._id}/members`,
      why: 'admin',
      isUnsigned: true,
      audience: () => adminsOf(society._id, [String(demotion.user), String(demotion.by)]),
      society: society._id,
    },
  ];
}

/** Takes the question back once the request is closed, or deleted with an account. */
async function retractQuestions(activity: ActivityDoc): Promise<Retraction[]> {
  const { object, society, at } = activity;
  if (!society || (await load(activity))?.open) return [];
  const records = await Activities.find({ object, verb: 'demotion.changed', at: { $lte: at } }, { _id: 1 }).lean();
  return records.map(({ _id }) => ({ record: { _id, actor: null }, audience: () => adminsOf(society) }));
}

/** The record's object is the request; `params.asked` is set for a new one. */
export const demotionChangedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const demotion = await load(activity);
    return demotion ? demotionsLive(demotion.society, [demotion]) : [];
  },
  notifications: askOthers,
  retractions: retractQuestions,
  affectedCounters: () => [],
};
