import type { JobData, JobName } from '#models/bus/jobs';
import { toId } from '#models/db/model';
import { erasePerson } from './accounts/erase-person.js';
import { restorePerson } from './accounts/restore-person.js';
import { withdrawPerson } from './accounts/withdraw-person.js';
import { dispatch } from './activity/dispatch.js';
import { followUps } from './activity/follow-ups.js';
import { publishScheduled } from './activity/publish-scheduled.js';
import { refreshRecommendations } from './cards/recommendations.js';
import { refreshTrending } from './cards/trending.js';
import { refreshTrendingSocieties } from './cards/trending-societies.js';
import { enqueueFollowerDigests, writeFollowerDigests } from './digest/followers.js';
import { enqueueDigests, writeDigests } from './digest/weekly.js';
import { lapseOffers } from './events/lapse-offers.js';
import { remind } from './events/remind.js';
import { publishWaitingPositions } from './events/waiting-positions.js';
import type { Log } from './log.js';
import type { Mailer } from './mail/mailer.js';
import { sendMail } from './mail/send.js';
import { sendUnread } from './mail/send-unread.js';
import { oneByOne } from './one-by-one.js';
import type { Pusher } from './push/pusher.js';
import { sendPush } from './push/send.js';
import { runClocks } from './upkeep/clocks.js';
import { escalate } from './upkeep/escalate.js';
import { expireDemotions } from './upkeep/expire-demotions.js';
import { nudge } from './upkeep/nudge.js';
import { runRoleTerms } from './upkeep/role-terms.js';
import { sealAudit } from './upkeep/seal.js';
import { enqueueTasks, runTask } from './upkeep/tidy.js';

/** Settings and senders of the process that jobs need, made at its start. */
export interface JobSettings {
  /** The university's time zone. */
  timeZone: string;
  mailer: Mailer;
  pusher: Pusher;
}

export type Handlers = { [N in JobName]: (data: JobData[N], log: Log, settings: JobSettings) => Promise<void> };

/** Handler of each job. A missing handler does not compile. */
export const handlers: Handlers = {
  'accounts.forget': ({ user }, _log, { mailer }) => erasePerson(user, mailer),
  'accounts.withdraw': ({ user }) => withdrawPerson(user),
  'accounts.restore': ({ user }) => restorePerson(user),
  'activity.dispatch': (record) => dispatch(record),
  ...followUps,
  'activity.publish': ({ planned }) => publishScheduled(planned),
  'cards.trending': () => refreshTrending(),
  'cards.societies': () => refreshTrendingSocieties(),
  'cards.recommendations': ({ user, staleSince }) => refreshRecommendations(user, staleSince),
  'events.places': ({ event }) => publishWaitingPositions(toId(event)),
  'events.offers': () => lapseOffers(),
  'events.remind': () => remind(),
  'digest.weekly': (_nothing, _log, { timeZone }) => enqueueDigests(timeZone),
  'digest.society': (data, _log, { timeZone }) => writeDigests(data, timeZone),
  'digest.followed': (_nothing, _log, { timeZone }) => enqueueFollowerDigests(timeZone),
  'digest.followers': (data, _log, { timeZone }) => writeFollowerDigests(data, timeZone),
  'mail.reach': (_nothing, _log, { timeZone }) => sendUnread(timeZone),
  'mail.send': ({ mail }, log, { timeZone, mailer }) => sendMail(mail, log, { timeZone, mailer }),
  'push.send': ({ notification }, log, { timeZone, pusher }) => sendPush(toId(notification), log, { timeZone, pusher }),
  'upkeep.nudge': () => oneByOne([() => nudge(), () => escalate(), () => expireDemotions()], (part) => part()),
  'upkeep.clocks': () => runClocks(),
  'upkeep.terms': () => runRoleTerms(),
  'upkeep.seal': (_nothing, log) => sealAudit(log),
  'upkeep.tidy': () => enqueueTasks(),
  'upkeep.task': ({ task }, log, { mailer }) => runTask(task, log, mailer),
};
