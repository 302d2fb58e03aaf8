import type { JobData, JobName } from '#models/bus/jobs';
import { toId } from '#models/db/model';
import { forgetPerson } from './accounts/forget.js';
import { dispatch } from './activity/dispatch.js';
import { followUps } from './activity/follow-ups.js';
import { refreshRecommendations } from './cards/recommendations.js';
import { refreshTrending } from './cards/trending.js';
import { sendDigests } from './digest/weekly.js';
import { tellPlaces } from './events/places.js';
import { remind } from './events/remind.js';
import type { Log } from './log.js';
import { reach } from './mail/reach.js';
import { sendMail } from './mail/send.js';
import { sendPush } from './push/send.js';
import { nudge } from './upkeep/nudge.js';
import { tidy } from './upkeep/tidy.js';

/** What of the settings jobs need. */
export interface Settings {
  /** The university's. */
  timeZone: string;
  /** Where people reach Nadi, without a slash at the end. */
  publicUrl: string;
}

export type Handlers = { [N in JobName]: (data: JobData[N], log: Log, settings: Settings) => Promise<void> };

/** What each job does. A job without a handler does not compile. */
export const handlers: Handlers = {
  'accounts.forget': ({ user }) => forgetPerson(user),
  'activity.dispatch': (record) => dispatch(record),
  ...followUps,
  'cards.trending': () => refreshTrending(),
  'cards.recommendations': ({ user }) => refreshRecommendations(user),
  'events.places': ({ event }) => tellPlaces(toId(event)),
  'events.remind': () => remind(),
  'digest.weekly': (_nothing, _log, { timeZone }) => sendDigests(timeZone),
  'mail.reach': (_nothing, _log, { timeZone }) => reach(timeZone),
  'mail.send': ({ mail }, log, { timeZone }) => sendMail(mail, log, { timeZone }),
  'push.send': ({ notification }, log, { timeZone }) => sendPush(toId(notification), log, { timeZone }),
  'upkeep.nudge': () => nudge(),
  'upkeep.tidy': (_nothing, log) => tidy(log),
};
