import type { ActivityDoc } from '#models/db/activities';
import type { EventDoc } from '#models/db/events';
import { type Id, toId } from '#models/db/model';

/** Params of the one record of several meetings: their series and their ids. The record's object is the first of them. */
export const meetingParams = (series: Id, meetings: readonly Pick<EventDoc, '_id'>[]): Record<string, string> => ({
  series: String(series),
  meetings: meetings.map(({ _id }) => String(_id)).join(' '),
});

/** Events of a record: the meetings of a series, or its object. */
export const eventIdsOf = ({ object, params }: Pick<ActivityDoc, 'object' | 'params'>): Id[] =>
  params?.meetings ? params.meetings.split(' ').map(toId) : [object];
